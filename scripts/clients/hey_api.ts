// Makes every call of the API with the client that @hey-api/openapi-ts generates. No casts.
import { check, key, url } from "./environment.js";
import { client } from "./hey/client.gen.js";
import * as api from "./hey/sdk.gen.js";
import type { ArticleDetails, ArticleMode } from "./hey/types.gen.js";

client.setConfig({ baseUrl: url, auth: key, throwOnError: true });
const throwOnError = true;

async function create(mode: ArticleMode): Promise<ArticleDetails> {
    const body = { focusKeyword: "how to make cold brew coffee", mode, targetWordCount: 1500, publish: "never" } as const;
    const { data: job } = await api.generateArticle({ body, throwOnError });
    for (;;) {
        const request = { path: { articleId: job.articleId }, headers: { Prefer: "wait=25" }, throwOnError } as const;
        const { data: article } = await api.getArticle(request);
        if (article.status !== "processing" || article.stage === "approval") return article;
    }
}

check((await api.getHealth({ throwOnError })).data.status === "ok");
check((await api.getReadiness({ throwOnError })).data.status === "ready");
check((await api.getService({ throwOnError })).data.success);
check((await api.getAccount({ throwOnError })).data.credits.balanceCredits > 0);
check((await api.estimate({ body: { endpoint: "seo/audit" }, throwOnError })).data.estimatedCredits === 500);

const query = "cold brew coffee";
check((await api.analyseSerp({ body: { query }, throwOnError })).data.results[0]?.position === 1);
check((await api.suggestKeywords({ body: { query }, throwOnError })).data.suggestions.length > 0);
check((await api.findKeywordIdeas({ body: { keywords: [query] }, throwOnError })).data.ideas.length > 0);

const article = await create("full");
check(article.article !== null);
const path = { articleId: article.articleId };
check((await api.getArticleStatus({ path, throwOnError })).data.status === "completed");
await api.editArticle({ path, body: { title: "Cold Brew Coffee at Home" }, throwOnError });
check((await api.previewArticle({ path, body: { title: "Cold" }, throwOnError })).data.html.includes("Cold"));
check((await api.listArticleVersions({ path, throwOnError })).data.data.length === 2);
check((await api.getArticleVersion({ path: { ...path, version: "2" }, throwOnError })).data.differences.length > 0);
check((await api.restoreArticleVersion({ path: { ...path, version: "1" }, throwOnError })).data.version === 3);
await api.publishArticle({ path, throwOnError });
await api.unpublishArticle({ path, throwOnError });
const { stream } = await api.watchArticle({ path });
for await (const event of stream) {
    check(typeof event !== "string" && "articleId" in event && event.status === "completed");
}
check((await api.listArticles({ query: { status: "completed" }, throwOnError })).data.data.length > 0);
await api.regenerateSection({ path: { ...path, sectionId: "2" }, throwOnError });
await api.approveOutline({ path: { articleId: (await create("outline")).articleId }, throwOnError });
await api.cancelArticle({ path: { articleId: (await create("outline")).articleId }, throwOnError });
const brief = await create("brief");
const question = brief.brief?.sections.flatMap((part) => part.questions)[0];
const answers = [{ questionId: question?.id ?? "", text: "Twelve hours are enough." }];
await api.saveBriefAnswers({ path: { articleId: brief.articleId }, body: { answers }, throwOnError });

const { data: image } = await api.generateImage({ body: { prompt: "a cup of green tea" }, throwOnError });
check((await api.listImages({ throwOnError })).data.data.length > 0);
check((await api.getImage({ path: { imageId: image.imageId }, throwOnError })).data.url === image.url);
check((await api.deleteImage({ path: { imageId: image.imageId }, throwOnError })).data.deleted);

const page = { url: "https://oldcrockpantry.example/shop/sourdough-starter" };
const { data: audit } = await api.auditPage({ body: page, throwOnError });
check((await api.listAudits({ throwOnError })).data.data[0]?.auditId === audit.auditId);
check((await api.getAudit({ path: { auditId: audit.auditId }, throwOnError })).data.score === audit.score);
check((await api.listTransactions({ throwOnError })).data.data.length > 0);

const { data: made } = await api.createKey({ body: { name: "Reader", scopes: ["images"] }, throwOnError });
const ofKey = { keyId: made.keyId };
check((await api.listKeys({ throwOnError })).data.data[0]?.keyId === made.keyId);
await api.updateKey({ path: ofKey, body: { monthlyLimitCredits: 5000 }, throwOnError });
check((await api.getKey({ path: ofKey, throwOnError })).data.monthlyLimitCredits === 5000);
check((await api.revokeKey({ path: ofKey, throwOnError })).data.revokedAt !== null);

const { data: endpoint } = await api.createWebhookEndpoint({ body: { url: "https://hooks.invalid/webhooks" }, throwOnError });
const ofEndpoint = { endpointId: endpoint.endpointId };
check((await api.listWebhookEndpoints({ throwOnError })).data.data.length > 0);
check((await api.getWebhookEndpoint({ path: ofEndpoint, throwOnError })).data.enabled);
check((await api.testWebhookEndpoint({ path: ofEndpoint, throwOnError })).data.event === "ping");
check((await api.listWebhookDeliveries({ path: ofEndpoint, throwOnError })).data.data.length > 0);
check((await api.rotateWebhookSecret({ path: ofEndpoint, throwOnError })).data.secret !== endpoint.secret);
await api.updateWebhookEndpoint({ path: ofEndpoint, body: { description: "Second" }, throwOnError });
check((await api.deleteWebhookEndpoint({ path: ofEndpoint, throwOnError })).data.deleted);

const { data: purchase } = await api.createPurchase({ body: { credits: 100000, provider: "payos" }, throwOnError });
check((await api.listPurchases({ throwOnError })).data.data.length > 0);
check((await api.getPurchase({ path: { purchaseId: purchase.purchaseId }, throwOnError })).data.currency === "vnd");

const missing = await api.getImage({ path: { imageId: "img_none" }, throwOnError: false });
check(missing.error?.error.code === "not_found");
console.log("@hey-api/openapi-ts made every call");
