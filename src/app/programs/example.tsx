/** An example in several languages: tabs that work without script, and a button that copies what is shown. */
import Copy from "lucide-react/icons/copy";
import { createContext, type Dispatch, type SetStateAction, useContext, useId } from "react";
import { useSite } from "#app/site.tsx";
import { copy } from "#prompts/client/detail/copy.ts";
import { IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { exampleOf, type Language, type Variant } from "./examples.ts";
import { highlight } from "./highlight.ts";

type Languages = readonly Language[];

/**
 * The languages chosen on the page, the last one first: who chooses one, chooses it for all examples that have it. Others
 * keep the one chosen before.
 */
export const ChosenLanguages = createContext<[Languages, Dispatch<SetStateAction<Languages>>]>([
  [],
  () => {},
]);

const NAMES: Record<Language, string> = {
  sh: "Terminal",
  ts: "TypeScript",
  py: "Python",
  json: "JSON",
  html: "HTML",
  csv: "CSV",
  md: "Markdown",
};

/** Hides a language's code while its tab is not chosen; by CSS alone, so that tabs work without script. */
const HIDDEN: Record<Language, string> = {
  sh: "group-[:not(:has([value=sh]:checked))]/example:hidden",
  ts: "group-[:not(:has([value=ts]:checked))]/example:hidden",
  py: "group-[:not(:has([value=py]:checked))]/example:hidden",
  json: "group-[:not(:has([value=json]:checked))]/example:hidden",
  html: "group-[:not(:has([value=html]:checked))]/example:hidden",
  csv: "group-[:not(:has([value=csv]:checked))]/example:hidden",
  md: "group-[:not(:has([value=md]:checked))]/example:hidden",
};

const COLORS = { comment: "text-muted", text: "text-primary", code: undefined };

interface Props {
  /** Name of its files in `./examples`, without the ending. */
  name: string;
  /** Title of a few words. */
  title: string;
}

export function Example({ name, title }: Props) {
  const { origin } = useSite();
  const variants = exampleOf(name, origin);
  const several = variants.length > 1;
  return (
    <figure className="group/example relative mt-5 overflow-hidden rounded-tile rounded-tr-corner border border-line bg-sunken text-base print:border-edge">
      <figcaption className="border-b border-line px-4 py-2.5 pr-16 text-sm font-semibold">
        {title}
      </figcaption>
      {several && <Tabs variants={variants} />}
      {variants.map((variant) => (
        <Code
          key={variant.language}
          {...variant}
          title={title}
          className={several && HIDDEN[variant.language]}
        />
      ))}
    </figure>
  );
}

function Tabs({ variants }: { variants: Variant[] }) {
  const group = useId();
  const [chosen, choose] = useContext(ChosenLanguages);
  const languages = variants.map(({ language }) => language);
  const current = chosen.find((language) => languages.includes(language)) ?? languages[0];
  return (
    <fieldset className="flex gap-1 border-b border-line px-2 print:hidden">
      <legend className="sr-only">Linguagem</legend>
      {languages.map((language) => (
        <label
          key={language}
          className="relative flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm text-muted has-checked:border-accent has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus hover:text-ink"
        >
          <input
            type="radio"
            className="absolute inset-0 cursor-pointer opacity-0"
            name={group}
            value={language}
            checked={language === current}
            onChange={() => choose((all) => [language, ...all.filter((other) => other !== language)])}
          />
          {language === "sh" ? "curl" : NAMES[language]}
        </label>
      ))}
    </fieldset>
  );
}

function Code({
  language,
  code,
  title,
  className,
}: Variant & { title: string; className: string | false | undefined }) {
  return (
    <div data-language={language} className={cx(className)}>
      <IconButton
        label={`Copiar: ${title}, ${NAMES[language]}`}
        className="absolute top-0 right-1 noscript:hidden print:hidden"
        onClick={() => void copy(code, { title: "Código copiado" })}
      >
        <Copy aria-hidden="true" />
      </IconButton>
      <pre className="p-4 font-mono text-sm/6 whitespace-pre-wrap wrap-anywhere">
        <code>
          {highlight(code, language).map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change their order.
            <span key={index} className={COLORS[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </div>
  );
}
