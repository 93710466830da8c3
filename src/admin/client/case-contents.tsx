/** What was reported, as it was, and what it is now if it differs. */
import { useEffect, useState } from "react";
import { Picture } from "#media/client/picture.tsx";
import { type CaseContent, type CaseDetail, HIDING_CATEGORIES } from "#moderation/contract.ts";
import { Button } from "#ui/button.tsx";
import { formatDateTime } from "#ui/dates.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { CaseSection } from "./case-parts.tsx";
import { fetchCasePicture } from "./cases.queries.ts";

const sizes = "(min-width: 80rem) 24rem, 92vw";

/** Whether a text or the picture has changed since. */
function differs(then: CaseContent, now: CaseContent): boolean {
  const keys = ["title", "content", "description", "username"] as const;
  return keys.some((key) => then[key] !== now[key]) || then.image?.url !== now.image?.url;
}

export function CaseContents({ found }: { found: CaseDetail }) {
  const { snapshot, current, target, hidden } = found;
  const changed = current !== null && differs(snapshot, current);
  return (
    <CaseSection title="O que foi denunciado">
      <div className={changed ? "grid gap-6 md:grid-cols-2" : undefined}>
        <div className="min-w-0">
          {changed && <h3 className="mb-2 text-base">Como foi denunciado</h3>}
          <Content content={snapshot} isUser={target.type === "user"}>
            {snapshot.image && <ReportedPicture found={found} />}
          </Content>
        </div>
        {changed && (
          <div className="min-w-0">
            <h3 className="mb-2 text-base">Como está agora</h3>
            <Content content={current} isUser={target.type === "user"}>
              {current.image &&
                (current.image.url === snapshot.image?.url ? (
                  <p className="text-sm text-muted">A imagem é a mesma.</p>
                ) : hidden ? (
                  <p className="text-sm text-muted">
                    A imagem foi trocada, e não é servida enquanto está oculta.
                  </p>
                ) : (
                  <Picture
                    image={current.image}
                    alt={current.image.alt ?? ""}
                    seed={target.id}
                    sizes={sizes}
                    fit="whole"
                  />
                ))}
            </Content>
          </div>
        )}
      </div>
      {!changed && (
        <p className="mt-3 text-sm text-muted">
          {current
            ? "Continua como foi denunciado."
            : target.type === "prompt"
              ? "Este prompt não existe mais."
              : "Esta conta não existe mais."}
        </p>
      )}
    </CaseSection>
  );
}

interface ContentProps {
  content: CaseContent;
  isUser: boolean;
  /** The picture. */
  children: React.ReactNode;
}

function Content({ content, isUser, children }: ContentProps) {
  const { title, content: text, description, username, edited_at } = content;
  return (
    <div className="grid gap-4 rounded-tile rounded-tr-corner-lg border border-line bg-card p-4">
      {children}
      <dl className="grid gap-3">
        {isUser && <Fact term="Nome de usuário">{username}</Fact>}
        {title !== null && <Fact term="Título">{title}</Fact>}
        {text !== null && <Fact term="Prompt">{text}</Fact>}
        {description && <Fact term="Descrição">{description}</Fact>}
        {edited_at && <Fact term="Alterado em">{formatDateTime(edited_at)}</Fact>}
      </dl>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-semibold text-muted">{term}</dt>
      <dd className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Nobody has to look at a picture of the worst kinds before wanting to. */
function ReportedPicture({ found: { id, category, snapshot } }: { found: CaseDetail }) {
  const [shown, setShown] = useState(category === null || !HIDING_CATEGORIES.includes(category));
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!shown) return;
    let made: string | undefined;
    let left = false;
    fetchCasePicture(id).then(
      ({ blob }) => {
        if (left) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      () => setFailed(true),
    );
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, shown]);
  if (!shown) {
    return (
      <div className="grid h-64 w-full place-items-center content-center gap-3 rounded-tile bg-sunken p-4 text-center">
        <p className="text-sm">A imagem pode ser forte.</p>
        <Button variant="secondary" size="sm" onClick={() => setShown(true)}>
          Mostrar a imagem
        </Button>
      </div>
    );
  }
  if (failed) return <p className="text-sm text-muted">A imagem não está mais guardada.</p>;
  if (!url) return <Skeleton className="h-64 w-full" />;
  return (
    <img
      src={url}
      alt={snapshot.image?.alt ?? "Imagem denunciada, sem descrição"}
      className="max-h-[28rem] w-full rounded-tile bg-sunken object-contain"
    />
  );
}
