// cargo add reqwest && cargo add tokio --features macros,rt-multi-thread
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let response = reqwest::Client::new()
        .post("http://api.example/v1/articles/generate?a=%22b%22")
        .bearer_auth(std::env::var("API_KEY")?)
        .header("Idempotency-Key", "order \"1\" \\")
        .header("Content-Type", "application/json")
        .body(r##"{
  "focusKeyword": "\"# cold brew\n\\ </script> Phở \u202e",
  "imageOption": 1
}"##)
        .send()
        .await?;
    println!("{} {}", response.status(), response.text().await?);
    Ok(())
}
