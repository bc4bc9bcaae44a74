"""Surveys: millions of deals, their verdicts in a folder of Parquet files that can be queried.

- `plan`: what a survey is: its options, its parts, and the manifest that says both;
- `number_list`: the numbers of a survey, and the place of each;
- `part`: one part computed, written, read and checked; `files`: how files are written and held;
- `running`: all parts, going on where it stopped; `workers`, `cluster`: who computes them;
- `folder_check`: whether all that is there is as it should be;
- `catalog`: the answer for one number out of the parts;
- `known`: what surveys say of a deal together, computed where they do not say it;
- `report`, with `charts`: all of it as a page to look at.

They need pyarrow (`pip install freecell[survey]`); a cluster needs Dask (`freecell[cluster]`).
"""

from freecell.surveys.catalogs import Catalog, SurveyWarning, catalog
from freecell.surveys.plan import Options, SurveyError
from freecell.surveys.running import Progress, survey

__all__ = ["Catalog", "Options", "Progress", "SurveyError", "SurveyWarning", "catalog", "survey"]
