/** Prompts as pictures with their titles: nothing to press but the prompt itself. */
import { Link } from "wouter";
import { Picture } from "#media/client/picture.tsx";
import { RELATED_SIZE } from "#prompts/catalog.ts";
import { useLinkOrigin } from "#prompts/client/list-origin.ts";
import type { PromptView } from "#prompts/contract.ts";
import { TextLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";

const sizes = "(min-width: 80rem) 18rem, (min-width: 64rem) 23vw, 46vw";

function PictureLinks({ prompts }: { prompts: readonly PromptView[] }) {
  const origin = useLinkOrigin();
  // Their titles stand beside the pictures and fill the row.
  const areFew = prompts.length <= RELATED_SIZE / 2;
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-4 lg:gap-x-5">
      {prompts.map(({ id, title, image }) => (
        <li key={id} className={cx("min-w-0", areFew && "lg:col-span-2")}>
          <Link
            href={`/prompts/${id}`}
            state={origin}
            className={cx(
              "group block rounded-tile",
              areFew && "lg:grid lg:grid-cols-2 lg:items-center lg:gap-5 lg:text-lg",
            )}
          >
            <span className="relative block aspect-4/3 overflow-clip rounded-tile rounded-tr-corner-lg bg-sunken transition-[border-radius] group-hover:rounded-tr-corner-xl">
              <Picture image={image} alt="" seed={id} sizes={sizes} fit="cover" />
            </span>
            <span className="mt-3 line-clamp-2 font-heading leading-snug font-bold tracking-tight text-balance group-hover:underline group-hover:decoration-accent group-hover:decoration-2 group-hover:underline-offset-4">
              {title}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  /** Id of the heading. */
  id: string;
  title: string;
  /** Where all of them are. */
  all: { href: string; label: string };
  prompts: readonly PromptView[];
}

/** A section below a prompt. Renders nothing without prompts. */
export function PictureSection({ id, title, all, prompts }: Props) {
  if (prompts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-16 border-t border-line pt-10 sm:mt-20 print:hidden">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <TextLink href={all.href} className="-my-2.5 inline-block py-2.5 font-semibold">
          {all.label}
        </TextLink>
      </div>
      <PictureLinks prompts={prompts} />
    </section>
  );
}
