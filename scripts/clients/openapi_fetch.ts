// Makes every call of the API with openapi-fetch and the types that openapi-typescript generates. No casts.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";
import { check, key, url } from "./environment.js";

type Mode = components["schemas"]["ArticleMode"];
type Article = components["schemas"]["ArticleDetails"];

const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } });

// What a call returned, or the error that it returned instead.
async function result<T>(call: Promise<{ data?: T; error?: components["schemas"]["ErrorResponse"] }>): Promise<T> {
    const { data, error } = await call;
    if (data === undefined) throw new Error(`${error?.error.code}: ${error?.error.message}`);
    return data;
}

async function create(mode: Mode): Promise<Article> {
    const body = { focusKeyword: "how to make cold brew coffee", mode, targetWordCount: 1500, publish: "never" } as const;
    const { articleId } = await result(client.POST("/v1/articles/generate", { body }));
    for (;;) {
        const params = { path: { articleId }, header: { Prefer: "wait=25" } };
        const article = await result(client.GET("/v1/articles/{articleId}", { params }));
        if (article.status !== "processing" || article.stage === "approval") return article;
    }
}

check((await result(client.GET("/healthz"))).status === "ok");
const { data: ready } = await client.GET("/readyz");
check(ready?.status === "ready");
check((await result(client.GET("/v1"))).success);
check((await result(client.GET("/v1/account"))).credits.balanceCredits > 0);
const price = await result(client.POST("/v1/estimate", { body: { endpoint: "articles/generate" } }));
check(price.breakdown[0]?.item === "characters");

const serp = await result(client.POST("/v1/analysis/serp", { body: { query: "how to make cold brew coffee" } }));
check(serp.searchIntent.primary === "informational" && serp.billing.chargedCredits === 2000);
const suggested = await result(client.POST("/v1/keywords/suggestions", { body: { query: "cold brew coffee" } }));
check(suggested.suggestions[0]?.type !== undefined);
const ideas = await result(client.POST("/v1/keywords/ideas", { body: { keywords: ["cold brew coffee"] } }));
check(ideas.ideas[0]?.competition !== undefined);

const article = await create("full");
const of = (articleId: string) => ({ params: { path: { articleId } } });
check(article.article !== null && article.article.quality.gates.every((gate) => gate.status !== undefined));
const unchanged = await client.GET("/v1/articles/{articleId}/status", of(article.articleId));
const tag = unchanged.response.headers.get("ETag") ?? "";
const params = { path: { articleId: article.articleId }, header: { "If-None-Match": tag } };
check((await client.GET("/v1/articles/{articleId}/status", { params })).response.status === 304);
const title = "Cold Brew Coffee at Home";
const preview = client.POST("/v1/articles/{articleId}/preview", { ...of(article.articleId), body: { title } });
check((await result(preview)).html.length > 0);
check((await result(client.PATCH("/v1/articles/{articleId}", { ...of(article.articleId), body: { title } }))).version === 2);
check((await result(client.GET("/v1/articles/{articleId}/versions", of(article.articleId)))).data.length === 2);
const version = (number: string) => ({ params: { path: { articleId: article.articleId, version: number } } });
check((await result(client.GET("/v1/articles/{articleId}/versions/{version}", version("2")))).differences.length > 0);
check((await result(client.POST("/v1/articles/{articleId}/versions/{version}/restore", version("1")))).version === 3);
await result(client.POST("/v1/articles/{articleId}/publish", of(article.articleId)));
await result(client.POST("/v1/articles/{articleId}/unpublish", of(article.articleId)));
const last = { path: { articleId: article.articleId }, header: { "Last-Event-ID": "1" } };
const events = await client.GET("/v1/articles/{articleId}/events", { params: last, parseAs: "text" });
check(events.response.ok);
const listed = await result(client.GET("/v1/articles", { params: { query: { status: "completed", limit: 5 } } }));
check(listed.data[0]?.status === "completed");
const section = { params: { path: { articleId: article.articleId, sectionId: "2" } } };
const again = await result(client.POST("/v1/articles/{articleId}/sections/{sectionId}/regenerate", section));
check(again.billing.reservedCredits > 0);
const outline = await create("outline");
await result(client.POST("/v1/articles/{articleId}/approve", of(outline.articleId)));
await result(client.DELETE("/v1/articles/{articleId}", of((await create("outline")).articleId)));
const brief = await create("brief");
const question = brief.brief?.sections.flatMap((part) => part.questions)[0];
check(question !== undefined);
const answers = [{ questionId: question?.id ?? "", text: "Twelve hours are enough." }];
await result(client.PUT("/v1/articles/{articleId}/answers", { ...of(brief.articleId), body: { answers } }));

const drawn = { body: { prompt: "a cup of green tea" }, params: { header: { "Idempotency-Key": `cup-${Date.now()}` } } };
const image = await result(client.POST("/v1/images/generate", drawn));
check((await result(client.GET("/v1/images"))).data.length > 0);
const one = { params: { path: { imageId: image.imageId } } };
check((await result(client.GET("/v1/images/{imageId}", one))).url === image.url);
check((await result(client.DELETE("/v1/images/{imageId}", one))).deleted);

const page = { url: "https://oldcrockpantry.example/shop/sourdough-starter" };
const audit = await result(client.POST("/v1/seo/audit", { body: page }));
check(audit.coreWebVitals.lab?.cls?.rating !== "poor" && audit.scores.html !== undefined);
check((await result(client.GET("/v1/seo/audits"))).data[0]?.auditId === audit.auditId);
check((await result(client.GET("/v1/seo/audits/{auditId}", { params: { path: { auditId: audit.auditId } } }))).score === audit.score);
check((await result(client.GET("/v1/account/transactions"))).data[0]?.kind !== undefined);

const made = await result(client.POST("/v1/keys", { body: { name: "Reader", scopes: ["images", "audit"], expiresInDays: 30 } }));
check(made.key.startsWith("svc_test_") && made.scopes[0] === "images");
const ofKey = { params: { path: { keyId: made.keyId } } };
check((await result(client.GET("/v1/keys"))).data[0]?.keyId === made.keyId);
const limited = await result(client.PATCH("/v1/keys/{keyId}", { ...ofKey, body: { monthlyLimitCredits: 5000 } }));
check(limited.monthlyLimitCredits === 5000);
await result(client.PATCH("/v1/keys/{keyId}", { ...ofKey, body: { removeMonthlyLimit: true } }));
check((await result(client.GET("/v1/keys/{keyId}", ofKey))).monthlyLimitCredits === null);
check((await result(client.DELETE("/v1/keys/{keyId}", ofKey))).revokedAt !== null);

const hook = { url: "https://hooks.invalid/webhooks", events: ["article.completed" as const] };
const endpoint = await result(client.POST("/v1/webhooks/endpoints", { body: hook }));
check(endpoint.secret.startsWith("whsec_") && endpoint.enabled);
const ofEndpoint = { params: { path: { endpointId: endpoint.endpointId } } };
check((await result(client.GET("/v1/webhooks/endpoints"))).data.length === 1);
check((await result(client.GET("/v1/webhooks/endpoints/{endpointId}", ofEndpoint))).events[0] === "article.completed");
const tested = { ...ofEndpoint, body: { event: "credits.low" as const } };
check((await result(client.POST("/v1/webhooks/endpoints/{endpointId}/test", tested))).event === "credits.low");
check((await result(client.GET("/v1/webhooks/endpoints/{endpointId}/deliveries", ofEndpoint))).data[0]?.event === "credits.low");
const rotated = await result(client.POST("/v1/webhooks/endpoints/{endpointId}/rotate-secret", ofEndpoint));
check(rotated.secret !== endpoint.secret && rotated.previousExpiresAt !== null);
const disabled = { ...ofEndpoint, body: { enabled: false } };
check((await result(client.PATCH("/v1/webhooks/endpoints/{endpointId}", disabled))).disabledReason === "owner");
check((await result(client.DELETE("/v1/webhooks/endpoints/{endpointId}", ofEndpoint))).deleted);

const purchase = await result(client.POST("/v1/purchases", { body: { credits: 500000 } }));
check(purchase.status === "open" && purchase.amount === 500 && purchase.checkoutUrl !== null);
check((await result(client.GET("/v1/purchases"))).data[0]?.purchaseId === purchase.purchaseId);
const ofPurchase = { params: { path: { purchaseId: purchase.purchaseId } } };
check((await result(client.GET("/v1/purchases/{purchaseId}", ofPurchase))).provider === "stripe");

const missing = await client.GET("/v1/images/{imageId}", { params: { path: { imageId: "img_none" } } });
check(missing.error?.success === false && missing.error.error.code === "not_found");
console.log("openapi-fetch made every call");
