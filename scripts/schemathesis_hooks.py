"""What schemathesis does beside its own: valid requests are kept apart, and the codes of errors are compared with the document."""

import uuid

import schemathesis

KEY = "Idempotency-Key"


@schemathesis.hook
def before_call(context, case, kwargs):
    """Two requests with one idempotency key would be one call with two bodies, which is refused."""
    if case.meta and case.meta.generation.mode.value == "positive" and KEY in (case.headers or {}):
        case.headers[KEY] = str(uuid.uuid4())


@schemathesis.check
def error_code_is_documented(context, response, case):
    """Every error has a code that the document lists for the operation and the status."""
    if response.status_code < 400:
        return
    document = case.operation.schema.raw_schema
    listed = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    if "$ref" in listed:
        listed = document["components"]["responses"][listed["$ref"].rsplit("/", 1)[1]]
    codes = listed.get("content", {}).get("application/json", {}).get("examples", {})
    code = response.json()["error"]["code"]
    assert code in codes, f"{code} is not among the documented codes of status {response.status_code}: {', '.join(codes)}"
