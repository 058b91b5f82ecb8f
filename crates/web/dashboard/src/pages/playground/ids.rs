//! Ids of the account's objects, for forms that need one.

use serde_json::Value;

use crate::api_client::ApiClient;
use crate::failure::PageError;
use crate::state::Dashboard;
use crate::visit::SignedIn;

/// The API path that lists the objects of a parameter.
pub(super) fn list_of(parameter: &str) -> Option<&'static str> {
    Some(match parameter {
        "articleId" => "/v1/articles?limit=1",
        "imageId" => "/v1/images?limit=1",
        "auditId" => "/v1/seo/audits?limit=1",
        "keyId" => "/v1/keys?limit=1",
        "endpointId" => "/v1/webhooks/endpoints?limit=1",
        "purchaseId" => "/v1/purchases?limit=1",
        _ => return None,
    })
}

/// The id of the first object in a list, which is the newest; `None` if the list is empty.
pub(super) async fn newest(
    dashboard: &Dashboard,
    visit: &SignedIn,
    list: &str,
    parameter: &str,
) -> Result<Option<String>, PageError> {
    let found: Value = ApiClient::new(dashboard, visit).get(list).await?;
    Ok(id_in(&found, parameter))
}

fn id_in(list: &Value, parameter: &str) -> Option<String> {
    list["data"][0][parameter].as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_of_a_list_is_taken() {
        let list = json!({"data": [{"articleId": "art_2"}, {"articleId": "art_1"}]});
        assert_eq!(id_in(&list, "articleId").as_deref(), Some("art_2"));
        assert_eq!(id_in(&json!({"data": []}), "articleId"), None);
        assert_eq!(list_of("sectionId"), None);
    }
}
