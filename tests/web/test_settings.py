"""The settings of the service, by environment and by options, and who counts as one client."""

import pytest
from click.testing import CliRunner

from freecell.cli import main
from freecell.web.client_address import client_of
from freecell.web.settings import SettingError, Settings, settings_from_environment


def test_settings_travel_through_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Settings(root_path="/x", seconds=2.5, queue=3, log=False)
    for name, value in wanted.environment().items():
        monkeypatch.setenv(name, value)
    assert settings_from_environment() == wanted


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("SECONDS", "nan"),
        ("BODY_SECONDS", "inf"),
        ("WRITE_SECONDS", "-1"),
        ("QUEUE", "-3"),
        ("CLIENT_BYTES", "1e3"),
        ("CONNECTIONS", "many"),
        ("PER_MINUTE", "9" * 30),
    ],
)
def test_a_setting_that_nothing_can_be_done_with_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setenv(f"FREECELL_{name}", text)
    with pytest.raises(SettingError, match=f"(?i){name}: .*{text[:9]}"):
        settings_from_environment()
    done = CliRunner().invoke(main, ["serve", "--seconds", "5"])
    if name != "SECONDS":  # which the option has set right
        assert (done.exit_code, done.output.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--seconds", "-nan"],
        ["--seconds", "601"],
        ["--trust-proxy", "127.0.0.256"],
        ["--trust-proxy", "127.0.0.1,proxy"],
        ["--trust-proxy", "10.0.0.1/8"],
        ["--root-path", "freecell"],
        ["--root-path", "/free cell"],
    ],
)
def test_an_option_that_nothing_can_be_done_with_is_refused(arguments: list[str]) -> None:
    done = CliRunner().invoke(main, ["serve", *arguments])
    assert done.exit_code == 2
    assert arguments[1].split(",")[-1].split("/")[0] in done.output


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_a_client_is_an_address_or_a_network_of_one_owner(host: str, client: str) -> None:
    assert client_of({"client": (host, 5)}) == client
    assert client_of({"client": None}) == ""
