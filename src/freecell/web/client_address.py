"""Identifies clients by their address, for quotas and fair queues."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from starlette.types import Scope


def client_of(scope: Scope) -> str:
    """Return the client of a request: behind a trusted proxy the one that the proxy names."""
    return client_at(scope["client"][0]) if scope.get("client") else ""


@lru_cache(maxsize=4096)
def client_at(host: str) -> str:
    """Return the client at an address; an IPv6 network of 2^64 addresses is one client."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]  # whatever a trusted proxy sent
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address) >> 64 << 64)) + "/64"
    return str(address)
