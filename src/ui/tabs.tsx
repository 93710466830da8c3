/** Tabs, switched by pointer or arrow keys. For pages with a script bundle of their own. */
import * as Radix from "radix-ui/tabs";
import { type ComponentProps, type ReactNode, useState } from "react";
import { cx } from "./cx.ts";

interface Tab<Value extends string> {
  value: Value;
  label: string;
  panel: ReactNode;
}

interface Props<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  className?: string;
}

export function Tabs<Value extends string>({ label, tabs, value, onValueChange, className }: Props<Value>) {
  // The initial panel shows at once; panels chosen later fade in.
  const [changed, setChanged] = useState(false);
  const change = (next: string) => {
    setChanged(true);
    onValueChange(next as Value);
  };
  return (
    <Radix.Root value={value} onValueChange={change} className={className}>
      <Radix.List asChild aria-label={label}>
        <Plain className="flex flex-wrap gap-x-6 border-b border-line">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={cx(
                "relative -mb-px min-h-12 border-b-3 border-transparent font-heading text-lg font-semibold text-muted transition-colors hover:text-ink",
                "after:absolute after:inset-x-0 after:-bottom-0.75 after:h-0.75 after:origin-left after:scale-x-0 after:bg-accent after:transition-transform after:duration-200",
                "data-[state=active]:text-ink data-[state=active]:after:scale-x-100 forced-colors:border-[Canvas] forced-colors:after:hidden forced-colors:data-[state=active]:border-[Highlight]",
              )}
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Plain>
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} asChild>
          <Plain className={cx("pt-6", changed && tab.value === value && "animate-appear")}>
            {tab.panel}
          </Plain>
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** Radix sets inline styles on its list and panels, which the Content-Security-Policy refuses in the server's markup. */
function Plain({ style: _, ...rest }: ComponentProps<"div">) {
  return <div {...rest} />;
}
