/** Tabs: one of several panels, changed by pointer or arrow keys. For pages that are loaded on their own. */
import * as Radix from "radix-ui/tabs";
import type { ComponentProps, ReactNode } from "react";

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  panel: ReactNode;
}

interface Props<Value extends string> {
  /** Names the group of tabs. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}

export function Tabs<Value extends string>({ label, tabs, value, onValueChange, className }: Props<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onValueChange(next as Value)} className={className}>
      <Radix.List asChild aria-label={label}>
        <Plain className="flex flex-wrap gap-x-6 border-b border-line">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="-mb-px min-h-12 border-b-3 border-transparent px-0.5 font-heading text-lg font-semibold text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-[Highlight]"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Plain>
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} asChild>
          <Plain className="pt-6">{tab.panel}</Plain>
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** Radix sets inline styles on its list and panels, which the Content-Security-Policy refuses in the server's markup. */
function Plain({ style: _, ...rest }: ComponentProps<"div">) {
  return <div {...rest} />;
}
