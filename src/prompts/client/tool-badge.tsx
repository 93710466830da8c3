/** An AI tool's name in its own colour (specification, section 2: colour by tool name, grey default). */
import { toolHues } from "#prompts/tool-hues.ts";
import { Badge } from "#ui/badge.tsx";

export function ToolBadge({ name, className }: { name: string; className?: string }) {
  return (
    <Badge hue={toolHues[name]} className={className}>
      {name}
    </Badge>
  );
}
