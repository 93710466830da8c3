/** How to follow something by a feed: its address to copy, and what to do with it. */
import Copy from "lucide-react/icons/copy";
import { feedPath } from "#library/feeds.ts";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { copyText } from "#ui/copy-text.ts";
import { toast } from "#ui/toast.ts";

/** What a feed tells of, by the kind of its path. */
const NEWS = {
  site: "os prompts novos da Prompteca",
  users: "o que esta pessoa publica",
  collections: "o que entra nesta coleção",
  tags: "os prompts novos com esta tag",
};

interface Feed {
  path: string;
  news: string;
}

/** @param search with `de`, as `feedPagePath` writes it; anything else stands for the site */
export function readFeed(search: URLSearchParams): Feed {
  const [, kind, id = ""] = /^(users|collections|tags)\/([\w-]{1,100})$/.exec(search.get("de") ?? "") ?? [];
  if (!kind) return { path: feedPath("site"), news: NEWS.site };
  const known = kind as "users" | "collections" | "tags";
  return { path: feedPath(known, id), news: NEWS[known] };
}

export function FeedPage({ feed: { path, news }, origin }: { feed: Feed; origin: string }) {
  const address = origin + path;
  const copy = async () =>
    toast(
      (await copyText(address))
        ? { title: "Endereço copiado", variant: "success" }
        : {
            title: "Não foi possível copiar",
            description: "Selecione o endereço e copie.",
            variant: "destructive",
          },
    );
  return (
    <div className="measure pt-10 sm:pt-14">
      <div className="max-w-3xl">
        <h1 className="text-display">Acompanhar por RSS</h1>
        <p className="mt-3 text-balance text-muted sm:text-lg">
          Veja {news} num leitor de RSS, sem cadastro e sem e-mail.
        </p>
        <section
          aria-labelledby="endereco"
          className="mt-8 rounded-tile rounded-tr-corner-lg border border-line bg-card p-5 sm:p-6"
        >
          <h2 id="endereco" className="font-sans text-sm font-semibold text-muted">
            Endereço para o leitor
          </h2>
          <code translate="no" className="mt-2 block text-base wrap-anywhere select-all">
            {address}
          </code>
          <Button className="mt-5 noscript:hidden" onClick={() => void copy()}>
            <Copy aria-hidden="true" className="size-4" /> Copiar endereço
          </Button>
        </section>
        <h2 className="mt-10 text-2xl">Como usar</h2>
        <ol className="mt-4 grid list-decimal gap-3 pl-5 leading-relaxed">
          <li>Copie o endereço.</li>
          <li>
            Abra um leitor de RSS: um aplicativo que junta o que há de novo em vários sites. Há muitos, também
            gratuitos, como o Feedly, o Inoreader e o Feeder.
          </li>
          <li>No leitor, escolha adicionar um site e cole o endereço.</li>
        </ol>
        <p className="mt-6 leading-relaxed text-muted">
          O endereço é só para o leitor: o navegador o salva como arquivo ou mostra o código. Com uma conta,
          você também pode seguir pessoas, tags e coleções aqui mesmo, em{" "}
          <TextLink href="/novidades">Novidades</TextLink>.
        </p>
      </div>
    </div>
  );
}
