"""What is known of a deal: the atlas that comes with the package, surveys, and what is computed.

- `ladder`: the one road to it, `about` and `random_deal`; `about_deal`: the answer, `About`;
- `shipped_atlas`: the atlas of the deals 1 to 1,000,000; `block_file`: its files, in `data/`;
- `surveyed`: what surveys know beyond it; `table`: the atlas as CSV and Parquet.
"""

from freecell.deal_atlas.about_deal import About
from freecell.deal_atlas.ladder import Budget, about, random_deal
from freecell.deal_atlas.shipped_atlas import FOLDER, Atlas, atlas, shipped

__all__ = ["FOLDER", "About", "Atlas", "Budget", "about", "atlas", "random_deal", "shipped"]
