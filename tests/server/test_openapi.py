"""The HTTP part is as its description says, whatever is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks
from tests.server.support import Open, opened

from koloda.server.openapi import ENDPOINTS, openapi

Case = schemathesis.Case[Any]
SCHEMA = schemathesis.openapi.from_dict(openapi())
CHECKS = [
    not_a_server_error,
    checks.content_type_conformance,
    checks.negative_data_rejection,
    checks.response_schema_conformance,
    checks.status_code_conformance,
]


def test_every_address_is_described(house: Open) -> None:
    routes = [route for route in house.client.app.routes if hasattr(route, "methods")]  # type: ignore[attr-defined]
    found = {
        (method, route.path) for route in routes for method in set(route.methods or ()) - {"HEAD"}
    }
    assert found - {("GET", "/")} == {(e.method, e.path) for e in ENDPOINTS}


MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
KNOWN = {"game": "rockaway", "name": "rockaway_1", "lang": "ru", "domain": "rockaway"}
"""What there is, beside the names that are made up."""


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda e: f"{e.method} {e.path}")
def test_anything_asked_is_answered_as_described(tmp_path: Path, endpoint: Any) -> None:
    operation = SCHEMA[endpoint.path][endpoint.method]
    takes = endpoint.body is not None or endpoint.query or "{" in endpoint.path
    modes = MODES if takes else MODES[:1]
    with opened(tmp_path) as house:
        known = {**KNOWN, "table": house.make("rockaway")}

        @settings(
            max_examples=60,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(st.sampled_from(modes).flatmap(lambda m: operation.as_strategy(m)), st.booleans())
        def whatever(case: Case, there: bool) -> None:
            for given in (case.path_parameters, case.query) if there else ():
                given.update({name: known[name] for name in given if name in known})
            if there and isinstance(case.body, dict) and "game" in case.body:
                case.body["game"] = "rockaway"
            asked = case.as_transport_kwargs(base_url="http://testserver")
            del asked["cookies"]  # those of the client itself are sent
            if "data" in asked:
                asked["content"] = asked.pop("data")
            case.validate_response(house.client.request(**asked), checks=CHECKS)

        whatever()
        assert '"failed"' not in house.log.getvalue()
        served = house.metric("koloda_http_requests_total", method=endpoint.method, status="2xx")
        assert served > 1 or endpoint.path.endswith(("again", "replay"))
