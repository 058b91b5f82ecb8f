"""Makes every call of the API with the client that openapi-python-client generates. Types are checked with mypy --strict."""

import sys
from typing import TypeVar

from rankwright_client import AuthenticatedClient
from rankwright_client.api.account import (
    create_key,
    get_account,
    get_key,
    list_keys,
    list_transactions,
    revoke_key,
    update_key,
)
from rankwright_client.api.analysis import analyse_serp
from rankwright_client.api.articles import (
    approve_outline,
    cancel_article,
    edit_article,
    generate_article,
    get_article,
    get_article_status,
    get_article_version,
    list_article_versions,
    list_articles,
    preview_article,
    publish_article,
    regenerate_section,
    restore_article_version,
    save_brief_answers,
    unpublish_article,
    watch_article,
)
from rankwright_client.api.audits import audit_page, get_audit, list_audits
from rankwright_client.api.credits_ import create_purchase, estimate, get_purchase, list_purchases
from rankwright_client.api.images import delete_image, generate_image, get_image, list_images
from rankwright_client.api.keywords import find_keyword_ideas, suggest_keywords
from rankwright_client.api.operations import get_health, get_readiness
from rankwright_client.api.service import get_service
from rankwright_client.api.webhooks import (
    create_webhook_endpoint,
    delete_webhook_endpoint,
    get_webhook_endpoint,
    list_webhook_deliveries,
    list_webhook_endpoints,
    rotate_webhook_secret,
    test_webhook_endpoint,
    update_webhook_endpoint,
)
from rankwright_client.models import (
    AccountOverview,
    AnalyseSerpBody,
    AnswerRequest,
    ApiKeyList,
    ApiKeyResult,
    ArticleActionResult,
    ArticleDetails,
    ArticleJob,
    ArticleList,
    ArticleMode,
    ArticlePreview,
    ArticleStage,
    ArticleStatus,
    ArticleVersionDetails,
    ArticleVersionList,
    Audit,
    AuditList,
    AuditPageBody,
    CreatedApiKey,
    CreatedWebhookEndpoint,
    CreateKeyBody,
    CreatePurchaseBody,
    CreateWebhookEndpointBody,
    CreditPurchaseList,
    CreditPurchaseResult,
    DeletedImage,
    DeletedWebhookEndpoint,
    EditArticleBody,
    EditedArticle,
    ErrorCode,
    ErrorResponse,
    EstimateBody,
    FindKeywordIdeasFromKeywords,
    GenerateArticleBody,
    GenerateImageBody,
    Health,
    ImageList,
    ImageResult,
    KeywordIdeas,
    KeywordSuggestions,
    NewAudit,
    NewImage,
    PreviewArticleBody,
    PricedEndpoint,
    PriceEstimate,
    PublishPolicy,
    Readiness,
    RotatedWebhookSecret,
    SaveBriefAnswersBody,
    Scope,
    SectionJob,
    SerpAnalysis,
    ServiceInfo,
    SuggestKeywordsBody,
    TestableEvent,
    TestWebhookEndpointBody,
    TransactionList,
    UpdateKeySetKeyLimit,
    UpdateWebhookEndpointBody,
    WebhookDeliveryList,
    WebhookEndpointList,
    WebhookEndpointResult,
    WebhookEvent,
    WebhookTest,
)

T = TypeVar("T")


def expect(kind: type[T], reply: object) -> T:
    if not isinstance(reply, kind):
        sys.exit(f"expected {kind.__name__}, found {reply}")
    return reply


def main(url: str, key: str) -> None:
    client = AuthenticatedClient(base_url=url, token=key, timeout=None)

    def create(mode: ArticleMode) -> ArticleDetails:
        body = GenerateArticleBody("how to make cold brew coffee", mode=mode, target_word_count=1500, publish=PublishPolicy.NEVER)
        job = expect(ArticleJob, generate_article.sync(client=client, body=body))
        while True:
            article = expect(ArticleDetails, get_article.sync(job.article_id, client=client, prefer="wait=25"))
            if article.status != ArticleStatus.PROCESSING or article.stage == ArticleStage.APPROVAL:
                return article

    assert expect(Health, get_health.sync(client=client)).status == "ok"
    assert expect(Readiness, get_readiness.sync(client=client)).checks
    assert expect(ServiceInfo, get_service.sync(client=client)).name
    assert expect(AccountOverview, get_account.sync(client=client)).credits_.balance_credits > 0
    priced = expect(PriceEstimate, estimate.sync(client=client, body=EstimateBody(PricedEndpoint.ARTICLESGENERATE)))
    assert priced.estimated_credits > 0

    analysis = expect(SerpAnalysis, analyse_serp.sync(client=client, body=AnalyseSerpBody("how to make cold brew coffee")))
    assert analysis.results[0].position == 1 and analysis.billing.charged_credits == 2000
    suggested = expect(KeywordSuggestions, suggest_keywords.sync(client=client, body=SuggestKeywordsBody("cold brew coffee")))
    assert suggested.suggestions[0].keyword
    ideas = expect(KeywordIdeas, find_keyword_ideas.sync(client=client, body=FindKeywordIdeasFromKeywords(["cold brew coffee"])))
    assert ideas.ideas[0].trend is not None

    article = create(ArticleMode.FULL)
    assert article.article is not None and article.article.quality.gates and article.article.html
    title = "How to Make Cold Brew Coffee at Home"
    preview = PreviewArticleBody(title=title)
    assert expect(ArticlePreview, preview_article.sync(article.article_id, client=client, body=preview)).html
    edited = edit_article.sync(article.article_id, client=client, body=EditArticleBody(title=title))
    assert expect(EditedArticle, edited).version == 2
    assert len(expect(ArticleVersionList, list_article_versions.sync(article.article_id, client=client)).data) == 2
    assert expect(ArticleVersionDetails, get_article_version.sync(article.article_id, "2", client=client)).differences
    restored = restore_article_version.sync(article.article_id, "1", client=client)
    assert expect(EditedArticle, restored).version == 3
    for reply in [
        publish_article.sync(article.article_id, client=client),
        unpublish_article.sync(article.article_id, client=client),
    ]:
        assert expect(ArticleActionResult, reply).article_id == article.article_id
    assert expect(ArticleDetails, get_article_status.sync(article.article_id, client=client)).article is not None
    assert "event: status" in expect(str, watch_article.sync(article.article_id, client=client))
    assert expect(ArticleList, list_articles.sync(client=client, status=ArticleStatus.COMPLETED)).data
    section = expect(SectionJob, regenerate_section.sync(article.article_id, "2", client=client))
    assert section.billing.reserved_credits > 0
    outline = create(ArticleMode.OUTLINE)
    assert outline.outline is not None and outline.outline.sections
    expect(ArticleActionResult, approve_outline.sync(outline.article_id, client=client))
    expect(ArticleActionResult, cancel_article.sync(create(ArticleMode.OUTLINE).article_id, client=client))
    brief = create(ArticleMode.BRIEF)
    assert brief.brief is not None
    questions = [question for part in brief.brief.sections for question in part.questions]
    answers = SaveBriefAnswersBody([AnswerRequest(questions[0].id, "Twelve hours are enough.")])
    expect(ArticleActionResult, save_brief_answers.sync(brief.article_id, client=client, body=answers))

    image = expect(NewImage, generate_image.sync(client=client, body=GenerateImageBody("a cup of green tea")))
    assert expect(ImageList, list_images.sync(client=client)).data
    assert expect(ImageResult, get_image.sync(image.image_id, client=client)).url == image.url
    assert expect(DeletedImage, delete_image.sync(image.image_id, client=client)).deleted

    page = AuditPageBody("https://oldcrockpantry.example/shop/sourdough-starter")
    audit = expect(NewAudit, audit_page.sync(client=client, body=page))
    assert audit.scores.html is not None
    assert expect(AuditList, list_audits.sync(client=client)).data
    assert expect(Audit, get_audit.sync(audit.audit_id, client=client)).issues == audit.issues
    assert expect(TransactionList, list_transactions.sync(client=client)).data

    body = CreateKeyBody("Reader", scopes=[Scope.IMAGES, Scope.AUDIT], expires_in_days=30)
    made = expect(CreatedApiKey, create_key.sync(client=client, body=body))
    assert made.key.startswith("svc_test_") and made.expires_at is not None
    assert expect(ApiKeyList, list_keys.sync(client=client)).data[0].key_id == made.key_id
    limit = UpdateKeySetKeyLimit(5000)
    assert expect(ApiKeyResult, update_key.sync(made.key_id, client=client, body=limit)).monthly_limit_credits == 5000
    assert expect(ApiKeyResult, get_key.sync(made.key_id, client=client)).last_used_at is None
    assert expect(ApiKeyResult, revoke_key.sync(made.key_id, client=client)).revoked_at is not None

    hook = CreateWebhookEndpointBody("https://hooks.invalid/webhooks", events=[WebhookEvent("article.completed")])
    endpoint = expect(CreatedWebhookEndpoint, create_webhook_endpoint.sync(client=client, body=hook))
    assert endpoint.secret.startswith("whsec_")
    assert expect(WebhookEndpointList, list_webhook_endpoints.sync(client=client)).data
    assert expect(WebhookEndpointResult, get_webhook_endpoint.sync(endpoint.endpoint_id, client=client)).enabled
    event = TestWebhookEndpointBody(TestableEvent("article.failed"))
    tested = test_webhook_endpoint.sync(endpoint.endpoint_id, client=client, body=event)
    assert expect(WebhookTest, tested).event == TestableEvent("article.failed")
    deliveries = list_webhook_deliveries.sync(endpoint.endpoint_id, client=client)
    assert expect(WebhookDeliveryList, deliveries).data[0].event == TestableEvent("article.failed")
    rotated = expect(RotatedWebhookSecret, rotate_webhook_secret.sync(endpoint.endpoint_id, client=client))
    assert rotated.secret != endpoint.secret
    change = UpdateWebhookEndpointBody(enabled=False)
    changed = update_webhook_endpoint.sync(endpoint.endpoint_id, client=client, body=change)
    assert not expect(WebhookEndpointResult, changed).enabled
    assert expect(DeletedWebhookEndpoint, delete_webhook_endpoint.sync(endpoint.endpoint_id, client=client)).deleted

    purchase = expect(CreditPurchaseResult, create_purchase.sync(client=client, body=CreatePurchaseBody(500_000)))
    assert purchase.checkout_url is not None
    assert expect(CreditPurchaseList, list_purchases.sync(client=client)).data
    assert expect(CreditPurchaseResult, get_purchase.sync(purchase.purchase_id, client=client)).amount == 500

    missing = expect(ErrorResponse, get_image.sync("img_none", client=client))
    assert missing.error.code == ErrorCode.NOT_FOUND
    print("every call was made")


main(*sys.argv[1:])
