//! Editing finished articles: text, slug, images, versions, and two people at the same article.

use super::*;

const UNPUBLISHED: &str = "never";

async fn article(server: &TestServer) -> Value {
    let request = json!({
        "focusKeyword": KEYWORD, "targetWordCount": 1500, "imageOption": 0, "publish": UNPUBLISHED
    });
    written(server, &request).await
}

fn edit(server: &TestServer, id: &str, change: &Value) -> RequestBuilder {
    server.http.patch(format!("{}/v1/articles/{id}", server.url)).bearer_auth(&server.test_key).json(change)
}

async fn read(server: &TestServer, id: &str) -> Value {
    ok(test_get(server, &format!("/v1/articles/{id}"))).await["article"].clone()
}

async fn version(server: &TestServer, id: &str, number: u32) -> Value {
    ok(test_get(server, &format!("/v1/articles/{id}/versions/{number}"))).await
}

fn section<'a>(version: &'a Value, id: &str) -> &'a Value {
    version["sections"].as_array().unwrap().iter().find(|section| section["id"] == id).unwrap()
}

fn restore(server: &TestServer, id: &str, number: u32, body: &Value) -> RequestBuilder {
    server.test_post(&format!("/v1/articles/{id}/versions/{number}/restore"), body)
}

fn gate(article: &Value, name: &str) -> Value {
    let gates = article["quality"]["gates"].as_array().unwrap();
    gates.iter().find(|gate| gate["name"] == name).unwrap().clone()
}

#[tokio::test]
async fn each_change_of_the_text_is_a_version_and_measured_again() {
    let server = server();
    let body = article(&server).await;
    let (id, before) = (id_of(&body), &body["article"]);
    assert_eq!(before["version"], 1);
    let first = version(&server, &id, 1).await;
    assert_eq!((&first["comparedWith"], &first["createdBy"]), (&Value::Null, &Value::Null), "{first}");

    // Sending back what was read for editing changes nothing, nor does sending the published Markdown.
    let same: Vec<Value> = first["sections"]
        .as_array()
        .unwrap()
        .iter()
        .map(|section| json!({"id": section["id"], "heading": section["heading"], "markdown": section["markdown"]}))
        .collect();
    assert_eq!(ok(edit(&server, &id, &json!({"sections": same, "version": 1}))).await["version"], 1);
    let published = json!({"sections": [{"id": "1", "markdown": before["sections"][0]["markdown"]}]});
    assert_eq!(ok(edit(&server, &id, &published)).await["version"], 1);

    let markdown = format!("{}\nA *new* last paragraph.", section(&first, "1")["markdown"].as_str().unwrap());
    let change = json!({
        "version": 1,
        "excerpt": "Two words.",
        "sections": [
            {"id": "1", "heading": "A Heading of My Own", "markdown": markdown},
            {"id": "introduction", "markdown": "Short."},
        ]
    });
    let reply = ok(edit(&server, &id, &change)).await;
    assert_eq!((&reply["version"], &reply["articleId"]), (&json!(2), &json!(id)));
    let after = read(&server, &id).await;
    assert_eq!((&after["version"], &after["excerpt"]), (&json!(2), &json!("Two words.")));
    assert_eq!(after["sections"][0]["heading"], "A Heading of My Own");
    assert!(after["html"].as_str().unwrap().contains("<em>new</em> last paragraph"));
    assert_eq!(after["characterCount"], before["characterCount"], "nothing was generated");
    assert_ne!(after["wordCount"], before["wordCount"]);
    assert_ne!(gate(&after, "length_error")["value"], gate(before, "length_error")["value"]);
    assert_eq!(after["sections"][1], before["sections"][1], "what is left out stays");

    let second = version(&server, &id, 2).await;
    assert_eq!(second["changes"], json!(["excerpt", "sections.introduction", "sections.1"]));
    assert!(second["createdBy"].as_str().unwrap().starts_with("key_"), "{second}");
    assert_eq!(second["comparedWith"], 1);
    let lines = second["differences"].as_array().unwrap();
    let has =
        |change: &str, text: &str| lines.iter().any(|line| line["change"] == change && line["text"] == text);
    assert!(has("added", "excerpt: Two words.") && has("added", "A *new* last paragraph."), "{second}");
    assert!(has("added", "## A Heading of My Own") && has("added", "Short."), "{second}");

    let list = ok(test_get(&server, &format!("/v1/articles/{id}/versions?limit=1"))).await;
    assert_eq!((&list["data"][0]["version"], &list["hasMore"]), (&json!(2), &json!(true)));
    let cursor = list["nextCursor"].as_str().unwrap();
    let list = ok(test_get(&server, &format!("/v1/articles/{id}/versions?cursor={cursor}"))).await;
    assert_eq!((&list["data"][0]["version"], &list["hasMore"]), (&json!(1), &json!(false)));

    let restored = ok(restore(&server, &id, 1, &json!({"version": 2}))).await;
    assert_eq!(restored["version"], 3);
    let again = read(&server, &id).await;
    for field in ["title", "excerpt", "markdown", "sections", "wordCount"] {
        assert_eq!(again[field], before[field], "{field}");
    }
    assert_eq!(gate(&again, "length_error"), gate(before, "length_error"));
    assert_eq!(version(&server, &id, 3).await["restoredFrom"], 1);
    assert_eq!(ok(restore(&server, &id, 3, &json!({}))).await["version"], 3, "it is the latest already");
}

#[tokio::test]
async fn a_preview_shows_a_change_and_keeps_nothing() {
    let server = server();
    let id = id_of(&article(&server).await);
    let path = format!("/v1/articles/{id}/preview");
    let change =
        json!({"title": "Only a Look", "sections": [{"id": "faq", "markdown": "### Why?\n\nBecause *so*."}]});
    let shown = ok(server.test_post(&path, &change)).await;
    assert!(shown["html"].as_str().unwrap().contains("Only a Look"), "{shown}");
    let faq = shown["sections"].as_array().unwrap().iter().find(|section| section["id"] == "faq").unwrap();
    assert!(faq["html"].as_str().unwrap().contains("Because <em>so</em>."), "{faq}");
    assert_eq!(read(&server, &id).await["version"], 1);
    refused(server.test_post(&path, &json!({"version": 2, "title": "Only a Look"})), 409, "conflict").await;
    refused(server.test_post(&path, &json!({"slug": "Not a slug"})), 422, "validation_failed").await;
    refused(server.post(&path, &change), 404, "not_found").await;
}

#[tokio::test]
async fn two_editors_overwrite_nothing_of_each_other() {
    let server = server();
    let id = id_of(&article(&server).await);
    let change = |title: &str| json!({"version": 1, "title": title});
    let (one, two) = (change("One"), change("Two"));
    let (one, two) = tokio::join!(send(edit(&server, &id, &one)), send(edit(&server, &id, &two)));
    let mut statuses = [one.0, two.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{one:?} {two:?}");
    let late = refused(edit(&server, &id, &change("Late")), 409, "conflict").await;
    assert!(late["error"]["message"].as_str().unwrap().contains("version 2"), "{late}");
    refused(restore(&server, &id, 1, &json!({"version": 1})), 409, "conflict").await;
    assert_eq!(ok(edit(&server, &id, &json!({"title": "Latest"}))).await["version"], 3);
}

#[tokio::test]
async fn regenerated_sections_are_versions_too() {
    let server = server();
    let id = id_of(&article(&server).await);
    let path = format!("/v1/articles/{id}/sections/1/regenerate");
    ok(server.test_post(&path, &json!({"instructions": "Say it in other words."}))).await;
    let body = status_when(&server, &server.test_key, &id, |body| body["article"]["version"] == 2).await;
    assert_eq!(body["status"], "completed");
    let second = version(&server, &id, 2).await;
    assert_eq!((&second["changes"], &second["createdBy"]), (&json!(["sections"]), &Value::Null));
    assert!(!second["differences"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn images_are_described_and_replaced() {
    let server = server();
    let key = server.live_key.as_str();
    let notes = "# Care\n\nWash the skillet with warm water.\n\nDry it on the stove for two minutes.";
    let request = json!({
        "focusKeyword": "cast iron skillet care", "imageOption": 1, "sources": [{"text": notes}], "publish": UNPUBLISHED
    });
    let id = id_of(&ok(server.post(GENERATE, &request)).await);
    let body = done(&server, key, &id).await;
    assert_eq!(body["status"], "completed", "{}", body["error"]);
    let image = body["article"]["images"][0].clone();
    let read = async || ok(get(&server, key, &format!("/v1/articles/{id}"))).await["article"].clone();
    let edit = |change: Value| {
        server.http.patch(format!("{}/v1/articles/{id}", server.url)).bearer_auth(key).json(&change)
    };
    let drawn = ok(server.post("/v1/images/generate", &json!({"prompt": "a cup of green tea"}))).await;
    ok(edit(json!({"images": [{
        "imageId": image["imageId"], "replacement": drawn["imageId"], "alt": "Green tea", "caption": "A cup"
    }]})))
    .await;
    let after = read().await;
    let new = &after["images"][0];
    assert_eq!((&new["imageId"], &new["url"]), (&drawn["imageId"], &drawn["url"]));
    assert_eq!((&new["alt"], &new["caption"]), (&json!("Green tea"), &json!("A cup")));
    assert_eq!((&new["role"], &new["charged"]), (&image["role"], &image["charged"]));
    assert!(after["markdown"].as_str().unwrap().contains("![Green tea]("));
    ok(edit(json!({"images": [{"imageId": drawn["imageId"], "caption": ""}]}))).await;
    assert_eq!(read().await["images"][0]["caption"], Value::Null);
    let missing =
        json!({"images": [{"imageId": drawn["imageId"], "replacement": "img_01k9zq6j4v8f0t3w5y7a9c1e2g"}]});
    let refusal = refused(edit(missing), 422, "validation_failed").await;
    assert_eq!(refusal["error"]["details"][0]["field"], "images[0].replacement", "{refusal}");

    // A deleted image is left out when a version is restored.
    let address = format!("{}/v1/images/{}", server.url, image["imageId"].as_str().unwrap());
    ok(server.http.delete(address).bearer_auth(key)).await;
    ok(server.post(&format!("/v1/articles/{id}/versions/1/restore"), &json!({}))).await;
    assert_eq!(read().await["images"], json!([]));
}

#[tokio::test]
async fn the_slug_changes_until_the_article_is_published() {
    let server = server();
    let (one, two) = (article(&server).await, article(&server).await);
    let (id, other) = (id_of(&one), id_of(&two));
    ok(edit(&server, &id, &json!({"slug": "my-cold-brew"}))).await;
    assert_eq!(read(&server, &id).await["slug"], "test--my-cold-brew");
    let taken = refused(edit(&server, &other, &json!({"slug": "my-cold-brew"})), 409, "conflict").await;
    assert!(taken["error"]["message"].as_str().unwrap().contains("slug"), "{taken}");
    ok(server.test_post(&format!("/v1/articles/{id}/publish"), &json!({}))).await;
    let page = server.http.get(format!("{}/p/test--my-cold-brew", server.url)).send().await.unwrap();
    assert_eq!(page.status(), 200);
    refused(edit(&server, &id, &json!({"slug": "elsewhere"})), 409, "conflict").await;
    ok(edit(&server, &id, &json!({"slug": "my-cold-brew", "title": "The Same Place"}))).await;
}

#[tokio::test]
async fn what_cannot_be_changed_is_refused_with_the_field() {
    let server = server();
    let body = article(&server).await;
    let id = id_of(&body);
    for (change, field) in [
        (json!({}), "title"),
        (json!({"version": 1}), "title"),
        (json!({"slug": "Not a slug"}), "slug"),
        (json!({"sections": [{"id": "1"}]}), "sections[0].markdown"),
        (json!({"sections": [{"id": "99", "markdown": "a"}]}), "sections[0].id"),
        (json!({"sections": [{"id": "x", "markdown": "a"}]}), "sections[0].id"),
        (json!({"sections": [{"id": "1", "markdown": "a\n\n## b"}]}), "sections[0].markdown"),
        (json!({"sections": [{"id": "1", "markdown": "<script>"}]}), "sections[0].markdown"),
        (json!({"sections": [{"id": "1", "markdown": "x".repeat(50_001)}]}), "sections[0].markdown"),
        (json!({"sections": [{"id": "introduction", "heading": "a"}]}), "sections[0].heading"),
        (json!({"images": [{"imageId": "img_x", "alt": "a"}]}), "images[0].imageId"),
        (json!({"images": [{"imageId": "img_01k9zq6j4v8f0t3w5y7a9c1e2g", "alt": "a"}]}), "images[0].imageId"),
    ] {
        let refusal = refused(edit(&server, &id, &change), 422, "validation_failed").await;
        assert_eq!(refusal["error"]["details"][0]["field"], field, "{refusal}");
    }
    assert_eq!(read(&server, &id).await["version"], 1, "nothing changed");
    for path in ["versions/2", "versions/0", "versions/x", "versions/-1"] {
        refused(test_get(&server, &format!("/v1/articles/{id}/{path}")), 404, "not_found").await;
    }
    refused(restore(&server, &id, 9, &json!({})), 404, "not_found").await;
    refused(restore(&server, &id, 1, &json!({"to": 1})), 422, "unknown_field").await;
    for cursor in ["x", "0"] {
        let page = test_get(&server, &format!("/v1/articles/{id}/versions?cursor={cursor}"));
        refused(page, 422, "validation_failed").await;
    }
    let planned = ordered(&server, &json!({"focusKeyword": KEYWORD, "mode": "outline"})).await;
    refused(edit(&server, &id_of(&planned), &json!({"title": "Too early"})), 409, "not_cancellable").await;
    let list = ok(test_get(&server, &format!("/v1/articles/{}/versions", id_of(&planned)))).await;
    assert_eq!(list["data"], json!([]));
}

#[tokio::test]
async fn versions_are_for_their_account_and_scope() {
    let server = server();
    let id = id_of(&article(&server).await);
    let stranger = &server.live_key;
    for path in ["versions", "versions/1"] {
        refused(get(&server, stranger, &format!("/v1/articles/{id}/{path}")), 404, "not_found").await;
    }
    refused(server.post(&format!("/v1/articles/{id}/versions/1/restore"), &json!({})), 404, "not_found")
        .await;
    let address = format!("{}/v1/articles/{id}", server.url);
    let title = json!({"title": "Mine now"});
    refused(server.http.patch(&address).bearer_auth(stranger).json(&title), 404, "not_found").await;
    let key = json!({"name": "No articles", "scopes": ["images"]});
    let key = ok(server.test_post("/v1/keys", &key)).await["key"].as_str().unwrap().to_owned();
    for path in ["versions", "versions/1"] {
        refused(get(&server, &key, &format!("/v1/articles/{id}/{path}")), 403, "insufficient_scope").await;
    }
    let request = server.http.post(format!("{address}/versions/1/restore")).bearer_auth(&key);
    refused(request, 403, "insufficient_scope").await;
}
