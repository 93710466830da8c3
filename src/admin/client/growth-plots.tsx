/** Users, prompts and likes over time: three plots of the same spans, and their numbers in a table. */
import { useState } from "react";
import type { SiteHealth } from "#admin/contract.ts";
import { BarPlot } from "#ui/bar-plot.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { countOf, formatCount, formatShort } from "#ui/numbers.ts";
import { Tabs } from "#ui/tabs.tsx";
import { nameOf, type Series, type Span, spansOf } from "./growth.ts";

const series: { key: Series; label: string; came: [one: string, many: string] }[] = [
  { key: "people", label: "Pessoas", came: ["nova conta", "novas contas"] },
  { key: "prompts", label: "Prompts", came: ["prompt publicado", "prompts publicados"] },
  { key: "likes", label: "Curtidas", came: ["curtida", "curtidas"] },
];

const periods = [
  { value: "days", label: "90 dias", length: 1, count: 90, within: "nos últimos 90 dias", each: "por dia" },
  {
    value: "weeks",
    label: "12 meses",
    length: 7,
    count: 52,
    within: "nas últimas 52 semanas",
    each: "por semana",
  },
] as const;
type Period = (typeof periods)[number];

interface GrowthPlotsProps extends Pick<SiteHealth, "history" | "totals"> {
  /** ISO 8601. */
  countedAt: string;
}

export function GrowthPlots({ history, totals, countedAt }: GrowthPlotsProps) {
  const [value, setValue] = useState<Period["value"]>("days");
  const tabs = periods.map((period) => ({
    value: period.value,
    label: period.label,
    panel: <Growth period={period} spans={spansOf(history, period.length, period.count)} totals={totals} />,
  }));
  return (
    <>
      <Tabs label="Período" tabs={tabs} value={value} onValueChange={setValue} className="mt-4" />
      <p className="mt-4 text-sm text-muted">
        Cada dia mostra o que foi criado nele e ainda existe. Contado em {formatDateTime(countedAt)}; a
        contagem é refeita a cada hora.
      </p>
    </>
  );
}

interface GrowthProps {
  period: Period;
  spans: Span[];
  totals: SiteHealth["totals"];
}

function Growth({ period, spans, totals }: GrowthProps) {
  return (
    <>
      <div className="grid gap-8">
        {series.map(({ key, label, came }) => {
          const bars = spans.map((span) => ({ name: nameOf(span), value: span[key] }));
          const sum = bars.reduce((total, bar) => total + bar.value, 0);
          const [top] = bars.toSorted((a, b) => b.value - a.value);
          const most = top?.value ? ` O máximo foi ${formatCount(top.value)}, em ${top.name}.` : "";
          return (
            <figure key={key} className="grid gap-x-8 gap-y-3 md:grid-cols-[9rem_minmax(0,1fr)]">
              <figcaption className="max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-3">
                <h3 className="text-base text-muted">{label}</h3>
                <p className="font-heading text-3xl font-semibold tabular-nums">{formatShort(totals[key])}</p>
                <p className="text-sm text-muted">
                  +{formatShort(sum)} {period.within}
                </p>
              </figcaption>
              <BarPlot
                title={`${label} ${period.each}`}
                description={`${countOf(sum, ...came)} ${period.within}.${most} Os números estão na tabela abaixo.`}
                bars={bars}
                isLastOpen={period.length === 1}
              />
            </figure>
          );
        })}
      </div>
      <details className="mt-6 rounded-tile border border-line bg-card">
        <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-sm font-semibold">
          Ver os números em uma tabela
        </summary>
        <div className="border-t border-line px-4 pb-3">
          <Numbers period={period} spans={spans} />
        </div>
      </details>
    </>
  );
}

/** Latest first. */
function Numbers({ period, spans }: Omit<GrowthProps, "totals">) {
  return (
    <table className="w-full text-sm tabular-nums max-[24rem]:table-fixed max-[24rem]:wrap-anywhere">
      <caption className="sr-only">
        Pessoas, prompts e curtidas {period.each}, {period.within}
      </caption>
      <thead>
        <tr className="border-b border-edge text-muted">
          <th scope="col" className="sticky top-0 bg-card py-2 text-left font-semibold">
            {period.length === 1 ? "Dia" : "Semana"}
          </th>
          {series.map(({ key, label }) => (
            <th key={key} scope="col" className="sticky top-0 bg-card py-2 pl-3 text-right font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {spans.toReversed().map((span) => (
          <tr key={span.from} className="border-b border-line">
            <th scope="row" className="py-1.5 text-left font-normal">
              {nameOf(span)}
            </th>
            {series.map(({ key }) => (
              <td key={key} className="py-1.5 pl-3 text-right">
                {formatCount(span[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
