"""What the pages may load and run, and the other headers that protect a reader."""

from freecell.web.assets import sandbox_hash, sandbox_policy

PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"
"""A picture carries its own style and may be shown anywhere; it can load and run nothing."""

PROTECTING_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), browsing-topics=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "cross-origin",
}


def learn_policy() -> str:
    """Return what the page for learners may do: what the game may, and have a frame.

    The frame has a stricter policy of its own. Without a network it gets its document as text and
    must obey this one too, so that its script and its workers are allowed here by name.
    """
    script = f"script-src 'self' {sandbox_hash()} "
    policy = PAGE_POLICY.replace("script-src 'self' ", script)
    return policy.replace("worker-src 'self'", "worker-src 'self' blob:") + "; frame-src 'self'"


def frame_policy() -> str:
    """Return the policy of the frame for strangers' functions, as a header."""
    return f"{sandbox_policy()}; sandbox allow-scripts; frame-ancestors 'self'"
