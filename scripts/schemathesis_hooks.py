"""Keeps valid requests apart: two of them with one idempotency key would be one call with two bodies, which is refused."""

import uuid

import schemathesis

KEY = "Idempotency-Key"


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta and case.meta.generation.mode.value == "positive" and KEY in (case.headers or {}):
        case.headers[KEY] = str(uuid.uuid4())
