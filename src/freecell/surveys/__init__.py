"""Surveys: millions of deals, their verdicts in a folder of Parquet files that can be queried.

- `plan`: what a survey is: its options, its parts, and the manifest that states both;
- `number_list`: the numbers of a survey, and the place of each;
- `part`: one part computed, written, read and checked;
- `running`: runs the missing parts; `workers`, `cluster`: the processes or machines that compute
  them;
- `folder_check`: checks every file of a folder; `replaying`: replays its stored solutions;
- `catalogs`: looks up one number in a survey;
- `report`, with `charts`: a survey as a page with diagrams.

They need pyarrow (`pip install freecell[survey]`); a cluster needs Dask (`freecell[cluster]`).
"""

from freecell.surveys.catalogs import Catalog, SurveyWarning, catalog
from freecell.surveys.plan import Options, SurveyError
from freecell.surveys.running import Progress, survey

__all__ = ["Catalog", "Options", "Progress", "SurveyError", "SurveyWarning", "catalog", "survey"]
