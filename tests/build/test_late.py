from __future__ import annotations

import pytest

from answerable.build.late import late
from answerable.errors import SettingsError


def test_a_missing_package_names_its_extra() -> None:
    says = r"assistants\.moon: needs the package 'answerable\.moon'.*pip install 'answerable\[moon\]', or stay here\."
    with pytest.raises(SettingsError, match=says):
        late("answerable.moon", setting="assistants.moon", extra="moon", instead="stay here")
