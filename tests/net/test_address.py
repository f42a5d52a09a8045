"""Which addresses are public, and what opens the others."""

from __future__ import annotations

import pytest

from answerable.net.address import AddressRules, refusal_in_public

PUBLIC = [
    "8.8.8.8",
    "93.184.216.34",
    "1.1.1.1",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "169.253.1.1",
    "223.255.255.254",
    "2606:4700:4700::1111",
    "2a00:1450:4001::1",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
    "2001:0:808:808::f7f7:f7f7",
]

CLOSED = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "169.254.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.171",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "100.100.100.200",
    "::",
    "::1",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::808:808",
    "100::1",
    "2001:db8::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2002:7f00:1::1",
    "2002:a00:1::1",
    "2002:a9fe:a9fe::1",
    "2001:0:7f00:1::1",
    "2001:0:808:808::80ff:fffe",
    "3fff::1",
    "5f00::1",
    "4000::1",
    "fc00::1",
    "fd00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%lo",
    "2606:4700:4700::1111%eth0",
    "fec0::1",
    "ff02::1",
    "localhost",
    "127.1",
    "0177.0.0.1",
    "",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_open(address: str) -> None:
    assert AddressRules().refusal(address, "site.test", 80) is None


@pytest.mark.parametrize("address", CLOSED)
def test_all_other_addresses_are_closed(address: str) -> None:
    assert AddressRules().refusal(address, "site.test", 80) is not None


def test_a_named_origin_opens_only_itself() -> None:
    rules = AddressRules.for_starts(["http://Intranet.test:8080/start", "https://wiki.test/"])
    assert rules.refusal("10.0.0.1", "intranet.test", 8080) is None
    assert rules.refusal("10.0.0.1", "wiki.test", 443) is None
    assert rules.refusal("10.0.0.1", "intranet.test", 80) is not None
    assert rules.refusal("10.0.0.1", "other.test", 8080) is not None


def test_allowing_private_opens_private_only() -> None:
    rules = AddressRules(allow_private=True)
    opened = ("10.0.0.1", "127.0.0.1", "::1", "192.168.1.1", "fd12::1", "100.64.0.1", "::ffff:10.0.0.1")
    still_closed = ("169.254.169.254", "fd00:ec2::254", "100.100.100.200", "0.0.0.0", "224.0.0.1", "fe80::1")
    assert [a for a in opened if rules.refusal(a, "site.test", 80)] == []
    assert [a for a in still_closed if not rules.refusal(a, "site.test", 80)] == []


def test_a_refusal_says_what_the_address_is() -> None:
    assert refusal_in_public("127.0.0.1") == "127.0.0.1 is loopback"
    assert "metadata" in (refusal_in_public("169.254.169.254") or "")
