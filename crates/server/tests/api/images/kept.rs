//! The images of an account: listed, read, deleted, and not visible to others.

use super::*;

async fn picture(server: &TestServer, prompt: &str) -> Value {
    ok(server.test_post(GENERATE, &json!({"prompt": prompt, "size": "1024x1024"}))).await
}

fn test_get(server: &TestServer, path: &str) -> RequestBuilder {
    server.http.get(format!("{}{path}", server.url)).bearer_auth(&server.test_key)
}

fn test_delete(server: &TestServer, path: &str) -> RequestBuilder {
    server.http.delete(format!("{}{path}", server.url)).bearer_auth(&server.test_key)
}

#[tokio::test]
async fn pictures_are_listed_newest_first_in_pages() {
    let server = server();
    let mut made = Vec::new();
    for prompt in ["first", "second", "third"] {
        made.insert(0, picture(&server, prompt).await);
    }
    let ids = |body: &Value| -> Vec<Value> {
        body["data"].as_array().unwrap().iter().map(|image| image["imageId"].clone()).collect()
    };
    let made: Vec<Value> = made.iter().map(|image| image["imageId"].clone()).collect();
    let page = ok(test_get(&server, "/v1/images?limit=2")).await;
    assert_eq!((ids(&page), &page["hasMore"]), (made[..2].to_vec(), &json!(true)));
    let next = page["nextCursor"].as_str().unwrap();
    let page = ok(test_get(&server, &format!("/v1/images?limit=2&cursor={next}"))).await;
    assert_eq!(
        (ids(&page), &page["hasMore"], &page["nextCursor"]),
        (made[2..].to_vec(), &json!(false), &Value::Null)
    );
    refused(test_get(&server, "/v1/images?limit=0"), 422, "validation_failed").await;
    refused(test_get(&server, "/v1/images?cursor=img_x"), 422, "validation_failed").await;
    assert_eq!(ok(server.get("/v1/images")).await["data"], json!([]), "the live mode has its own");
}

#[tokio::test]
async fn a_picture_can_be_read_and_deleted_by_its_account_alone() {
    let server = server();
    let made = picture(&server, "a bridge in the fog").await;
    let path = format!("/v1/images/{}", made["imageId"].as_str().unwrap());
    let read = ok(test_get(&server, &path)).await;
    for field in ["imageId", "url", "alt", "prompt", "seed", "model", "sanitisation", "createdAt", "bytes"] {
        assert_eq!(read[field], made[field], "{field}");
    }
    let account = server.run_ok(&["account", "create", "Stranger"]);
    let stranger = server.run_ok(&["key", "create", "--account", &account, "--mode", "test"]);
    for method in [reqwest::Method::GET, reqwest::Method::DELETE] {
        let address = format!("{}{path}", server.url);
        for key in [&stranger, &server.live_key] {
            let request = server.http.request(method.clone(), &address).bearer_auth(key);
            refused(request, 404, "not_found").await;
        }
    }
    for nonsense in ["img_nonsense", "%ff"] {
        refused(test_get(&server, &format!("/v1/images/{nonsense}")), 404, "not_found").await;
    }
    let deleted = ok(test_delete(&server, &path)).await;
    assert_eq!((&deleted["deleted"], &deleted["imageId"]), (&json!(true), &made["imageId"]));
    let missing = refused(test_get(&server, &path), 404, "not_found").await;
    let named = format!("The image {} does not exist", made["imageId"].as_str().unwrap());
    assert!(missing["error"]["message"].as_str().unwrap().starts_with(&named), "{missing}");
    refused(test_delete(&server, &path), 404, "not_found").await;
    let file = server.http.get(made["url"].as_str().unwrap()).send().await.unwrap();
    check_refusal(file, 404, "not_found").await;
    assert_eq!(stored_files(&server), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_can_delete_everything_of_an_account() {
    let server = server();
    let kept = ok(server.post(GENERATE, &json!({"prompt": "a cat", "size": "1024x1024"}))).await;
    let account = server.run_ok(&["account", "create", "Leaving"]);
    let key = server.run_ok(&["key", "create", "--account", &account, "--mode", "test"]);
    let _ = server.run_ok(&["credits", "grant", "20000", "--account", &account, "--mode", "test"]);
    let address = format!("{}{GENERATE}", server.url);
    for responsive in [true, false] {
        let request = json!({"prompt": "gone", "size": "1024x1024", "responsive": responsive});
        ok(server.http.post(&address).bearer_auth(&key).json(&request)).await;
    }
    assert_eq!(stored_files(&server), 1 + 1 + 2 + 1);
    assert_eq!(server.run_ok(&["account", "delete-media", &account]), "2");
    assert_eq!(server.run_ok(&["account", "delete-media", &account]), "0");
    assert_eq!(stored_files(&server), 1);
    let list = ok(server.http.get(format!("{}/v1/images", server.url)).bearer_auth(&key)).await;
    assert_eq!(list["data"], json!([]));
    file(&server, &kept["url"]).await;
}
