/** The dialog of a prompt's results. Loaded when first opened. */
import { authorPath } from "#prompts/authors.ts";
import { ReportLink } from "#prompts/client/report-link.tsx";
import { ResultsDialog } from "#results/client/results-dialog.tsx";

interface Props {
  promptId: number;
  lastWorkedAt: string | null;
  open: boolean;
  onClose: () => void;
}

export function PromptResults(props: Props) {
  return (
    <ResultsDialog
      {...props}
      authorPath={authorPath}
      reportLink={({ id }) => <ReportLink type="result" id={`${props.promptId}-${id}`} />}
    />
  );
}
