/** `/programas`: how programs use the site. Its sections are files of `./sections`, its examples files of `./examples`. */
import { useState } from "react";
import { ChosenLanguages, Example } from "./example.tsx";
import type { Language } from "./examples.ts";
import { sections } from "./sections.ts";

/** Style of running text and of code within it. */
const PROSE =
  "[&_p]:mt-4 [&_p]:max-w-[68ch] [&_ul]:mt-4 [&_ul]:max-w-[68ch] [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:pl-5 [&_ol]:mt-4 [&_ol]:max-w-[68ch] [&_ol]:list-decimal [&_ol]:space-y-2 [&_ol]:pl-5 [&_li]:marker:text-muted [&_:not(pre)>code]:font-mono [&_:not(pre)>code]:text-[0.88em] [&_:not(pre)>code]:wrap-anywhere";

export function ProgramsPage() {
  return (
    <ChosenLanguages value={useState<readonly Language[]>([])}>
      <div className={`measure py-10 sm:py-14 print:py-0 ${PROSE}`}>
        <header className="lg:grid lg:grid-cols-12 lg:items-end lg:gap-x-10">
          <div className="lg:col-span-6">
            <h1 className="text-display">A Prompteca nos seus programas</h1>
            <p className="text-lg">
              Busque, leia e publique prompts do seu código, do seu editor ou do seu agente. Para ler, não é
              preciso conta nem chave.
            </p>
            <p>
              Os exemplos desta página são testados com o site: copie, cole e rode. Os de TypeScript pedem o
              Node 22.18 ou mais novo, os de Python a versão 3, e mais nada. A referência completa está em{" "}
              <a href="/api/docs" className="text-link">
                API, chamada por chamada
              </a>
              , com os botões em inglês.
            </p>
          </div>
          <div className="mt-6 lg:col-span-6 lg:mt-0">
            <Example name="search" title="Buscar prompts" />
          </div>
        </header>
        <div className="mt-10 border-t border-line pt-6 lg:mt-14 lg:grid lg:grid-cols-12 lg:gap-x-10 lg:pt-10">
          <Contents />
          <div className="lg:col-span-9">
            {sections.map(({ id, title, Content }) => (
              <section key={id} aria-labelledby={id} className="mt-12 lg:mt-16 lg:first:mt-0 print:mt-6">
                <h2 id={id} className="text-3xl break-after-avoid">
                  {title}
                </h2>
                <Content />
              </section>
            ))}
          </div>
        </div>
      </div>
    </ChosenLanguages>
  );
}

/** Beside the text on wide screens, above it on others. */
function Contents() {
  return (
    <nav aria-labelledby="nesta-pagina" className="lg:col-span-3 print:hidden">
      <div className="lg:sticky lg:top-24">
        <p id="nesta-pagina" className="mt-0! text-sm font-semibold text-muted">
          Nesta página
        </p>
        <ul className="mt-3! flex list-none! flex-wrap gap-2 space-y-0! pl-0! lg:flex-col lg:gap-0">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="tag lg:border-transparent lg:bg-transparent lg:px-0 lg:text-link">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
