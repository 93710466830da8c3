/** Difference between two versions: texts by words, tool and picture as they were and are. */
import type { ReactNode } from "react";
import { DRAFT_FIELDS, FIELD_LABELS } from "#prompts/client/field-labels.ts";
import type { VersionedField } from "#prompts/fields.ts";
import {
  type Comparison,
  type PromptVersion,
  type Stretch,
  VERSION_TEXTS,
  type VersionDifference,
  type VersionText,
} from "#prompts/versions.ts";
import { cx } from "#ui/cx.ts";
import { VersionPicture } from "./version-picture.tsx";

const ADDED = "px-0.5 bg-primary-soft decoration-success decoration-2 underline underline-offset-4";
const REMOVED = "px-0.5 bg-danger-soft text-muted decoration-danger decoration-2 line-through";

/** For screen readers: most say nothing of `ins` and `del`. */
const Spoken = ({ children }: { children: string }) => <span className="sr-only">{children}</span>;

function Changed({ text, change }: Stretch) {
  if (!change) return text;
  const isAdded = change === "added";
  const Element = isAdded ? "ins" : "del";
  return (
    <Element className={cx("box-decoration-clone", isAdded ? ADDED : REMOVED)}>
      <Spoken>{isAdded ? " [adicionado: " : " [removido: "}</Spoken>
      {text}
      <Spoken>] </Spoken>
    </Element>
  );
}

const box =
  "rounded-tile border border-line bg-card p-4 whitespace-pre-wrap wrap-anywhere sm:p-5 print:border-0 print:p-0";

interface TextsProps extends Comparison {
  from: number;
  to: number;
  className?: string;
}

function Texts({ stretches, whole, from, to, className }: TextsProps) {
  if (!whole) {
    return (
      <p className={cx(box, className)}>
        {stretches.map((stretch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is identified by its position
          <Changed key={index} {...stretch} />
        ))}
      </p>
    );
  }
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {stretches.map(({ text, change }) => (
        <section key={change} className="min-w-0">
          <h4 className="mb-2 text-sm font-semibold">
            {change === "removed" ? `Antes, na versão ${from}` : `Na versão ${to}`}
          </h4>
          <p className={cx(box, className)}>{text}</p>
        </section>
      ))}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  );
}

function ComparedPicture({ version }: { version: PromptVersion }) {
  return (
    <figure className="min-w-0">
      <VersionPicture version={version} sizes="(min-width: 48rem) 22rem, 45vw" />
      <figcaption className="mt-2 text-sm text-muted">Versão {version.number}</figcaption>
    </figure>
  );
}

const differs = ({ stretches }: Comparison) => stretches.some(({ change }) => change);

export function Difference({ difference }: { difference: VersionDifference }) {
  const { from, to } = difference;
  const compared = VERSION_TEXTS.map((field) => [field, difference[field]] as const);
  const texts = compared.map(([field, comparison]) => [
    field,
    differs(comparison) && (
      <Texts
        {...comparison}
        from={from.number}
        to={to.number}
        {...(field === "content" && { className: "text-prompt" })}
      />
    ),
  ]);
  const parts: Record<VersionedField | "image", ReactNode> = {
    ...(Object.fromEntries(texts) as Record<VersionText, ReactNode>),
    llm_type_id: from.llm_type.id !== to.llm_type.id && (
      <p className={box}>
        <Changed text={from.llm_type.name} change="removed" />{" "}
        <Changed text={to.llm_type.name} change="added" />
      </p>
    ),
    image: from.image?.url !== to.image?.url && (
      <div className="grid grid-cols-2 gap-4">
        <ComparedPicture version={from} />
        <ComparedPicture version={to} />
      </div>
    ),
  };
  const changed = DRAFT_FIELDS.filter((field): field is keyof typeof parts => field in parts).filter(
    (field) => parts[field],
  );
  return (
    <div className="grid gap-6">
      {compared.some(([, { whole }]) => whole) && (
        <p className="text-sm text-muted">
          Quando o texto muda quase todo, mostramos os dois inteiros: antes e depois.
        </p>
      )}
      {changed.map((field) => (
        <Part key={field} title={FIELD_LABELS[field]}>
          {parts[field]}
        </Part>
      ))}
      {changed.length === 0 && (
        <p className="text-muted">As duas versões têm o mesmo texto, a mesma ferramenta e a mesma imagem.</p>
      )}
    </div>
  );
}
