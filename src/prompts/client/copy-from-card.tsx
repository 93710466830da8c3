/** Copies a prompt without opening it. */
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { IconButton } from "#ui/button.tsx";
import { Tooltip } from "#ui/tooltip.tsx";
import { copyFromList } from "./detail/copy.ts";

/** Milliseconds for which the tick stays. */
const TICKED = 4000;

interface Props {
  title: string;
  content: string;
  /** The tool that it is for. */
  toolId: number;
}

export function CopyFromCard({ title, content, toolId }: Props) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), TICKED);
    return () => window.clearTimeout(timer);
  }, [copied]);

  const press = async () => setCopied(await copyFromList(content, toolId));
  const Icon = copied ? Check : Copy;
  return (
    <Tooltip text="Copiar prompt">
      <IconButton
        label={`Copiar: ${title}`}
        onClick={() => void press()}
        className="relative z-1 text-muted hover:text-primary"
      >
        <Icon aria-hidden="true" className={copied ? "animate-appear text-success" : undefined} />
      </IconButton>
    </Tooltip>
  );
}
