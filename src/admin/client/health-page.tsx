/** `/admin/health`: growth, storage, jobs, mails, version. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { SiteHealth } from "#admin/contract.ts";
import { messages } from "#admin/messages.ts";
import { formatDate, formatDateTime } from "#ui/dates.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { countOf, formatBytes, formatCount } from "#ui/numbers.ts";
import { RelativeTime } from "#ui/relative-time.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { healthOptions } from "./admin.queries.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { FailedMails } from "./failed-mails.tsx";
import { GrowthPlots } from "./growth-plots.tsx";

export function AdminHealthPage() {
  return (
    <AdminFrame title="Saúde do site" skeleton={<HealthSkeleton />}>
      <Health />
    </AdminFrame>
  );
}

function Health() {
  const { data, isFetching, refetch } = useQuery(healthOptions);
  if (!data) {
    if (isFetching) return <HealthSkeleton />;
    return <ErrorState message={messages.healthFailed} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <p className="mt-2 max-w-2xl text-muted">
        Versão {data.version}
        {data.commit && ` (${data.commit})`}
        {data.committed_at && (
          <>
            {" "}
            de {formatDate(data.committed_at)}, <RelativeTime date={data.committed_at} />
          </>
        )}
        , no ar desde {formatDateTime(data.started_at)}, em {countOf(data.processes, "processo", "processos")}
        .
      </p>
      {data.unset.length > 0 && (
        <Part title="Falta configurar">
          <ul className="mt-3 grid max-w-2xl list-disc gap-1.5 pl-5">
            {data.unset.map((setting) => (
              <li key={setting}>
                {missing[setting]} Defina <code>{setting}</code> e reinicie o site.
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Crescimento">
        {data.totals.counted_at ? (
          <GrowthPlots history={data.history} totals={data.totals} countedAt={data.totals.counted_at} />
        ) : (
          <p className="mt-2 text-muted">{messages.beingCounted}</p>
        )}
      </Part>
      <Part title="Armazenamento">
        <Storage health={data} />
      </Part>
      <Part title="Tarefas em segundo plano">
        <Queues queues={data.queues} />
      </Part>
      <Part title="E-mails que falharam">
        <FailedMails mails={data.mails} total={data.mails_total} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Storage({ health: { database_bytes, totals, disk, last_backup } }: { health: SiteHealth }) {
  return (
    <dl className="mt-4 grid gap-4 sm:grid-cols-2">
      <Fact term="Banco de dados" value={formatBytes(database_bytes)} />
      {totals.counted_at && (
        <Fact
          term="Imagens"
          value={formatBytes(totals.picture_bytes)}
          more={countOf(totals.pictures, "imagem", "imagens")}
        />
      )}
      {disk && (
        <Fact
          term="Espaço livre no disco"
          value={formatBytes(disk.free)}
          more={`de ${formatBytes(disk.total)}`}
        />
      )}
      <Fact
        term="Última cópia de segurança"
        value={last_backup ? <RelativeTime date={last_backup.finished_at} /> : "Nenhuma"}
        more={last_backup ? formatBytes(last_backup.bytes) : "Para fazer uma, use npm run backup."}
      />
    </dl>
  );
}

function Fact({ term, value, more }: { term: string; value: ReactNode; more?: ReactNode }) {
  return (
    <div className="rounded-tile rounded-tr-corner border border-line bg-card px-5 py-4">
      <dt className="text-sm text-muted">{term}</dt>
      <dd>
        <span className="block font-heading text-2xl font-semibold tabular-nums">{value}</span>
        {more && <span className="text-sm text-muted">{more}</span>}
      </dd>
    </div>
  );
}

/** What visitors miss where a setting is not there. */
const missing: Record<SiteHealth["unset"][number], string> = {
  COMMUNITY_URL: "O site não convida para nenhuma comunidade.",
  SOCIAL_URL: "O site não leva a nenhum perfil em rede social.",
  CONTACT_EMAIL: "Ninguém fica sabendo para onde escrever.",
};

/** Names of queues; others show their technical name. */
const names: Record<string, string> = {
  mail: "Envio de e-mails",
  "clear-accounts": "Limpeza de cadastros, sessões e limites",
  "reset-passkeys": "Remoção de chaves de acesso perdidas",
  "clear-access-records": "Limpeza dos registros de acesso",
  "delete-prompts": "Exclusão definitiva de prompts excluídos por quem os publicou",
  "delete-unused-tags": "Limpeza de tags sem uso",
  "count-due-results": "Contagem das respostas de contas novas",
  "forget-old-views": "Limpeza de visualizações",
  "move-merged-tags": "União de tags",
  "remove-pictures": "Remoção de imagens",
  "sweep-pictures": "Busca por imagens sem prompt",
  "count-growth": "Contagem do crescimento",
  "count-search-words": "Contagem das palavras da busca",
  "renew-search-documents": "Atualização do índice da busca",
  "renew-documents": "Atualização da busca depois de nomes novos e importações",
  statements: "Avisos de decisões da moderação",
  "clear-reports": "Limpeza de denúncias não confirmadas",
  "review-prompt": "Prompts de contas novas, para análise",
  "forget-reported": "Exclusão de dados antigos de denúncias",
  "delete-removed": "Exclusão definitiva do que foi removido",
  "fingerprint-pictures": "Preparo das imagens para a comparação de cópias",
  "hide-barred": "Ocultação das cópias de uma imagem barrada",
  "nightly-backup": "Cópia de segurança noturna",
  "watch-backups": "Aviso de cópia de segurança que falta",
  "queue-news-mails": "Escolha de quem recebe novidades por e-mail",
  "news-mail": "Envio de novidades por e-mail",
  "draw-previews": "Prévias de link dos prompts importados",
  "forget-imports": "Limpeza de importações antigas",
};

function Queues({ queues }: Pick<SiteHealth, "queues">) {
  return (
    <table className="mt-3 w-full text-sm tabular-nums">
      <caption className="sr-only">Tarefas em segundo plano, por fila</caption>
      <thead>
        <tr className="border-b border-edge text-muted">
          <th scope="col" className="py-2 text-left font-semibold">
            Fila
          </th>
          {["Em espera", "Em andamento", "Com falha"].map((label) => (
            <th key={label} scope="col" className="py-2 pl-2 text-right font-semibold max-sm:text-xs">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {queues.map(({ queue, waiting, active, failed }) => (
          <tr key={queue} className="border-b border-line">
            <th scope="row" className="py-2.5 text-left font-normal wrap-anywhere hyphens-auto">
              {names[queue] ?? queue}
            </th>
            <td className="py-2.5 pl-3 text-right">{formatCount(waiting)}</td>
            <td className="py-2.5 pl-3 text-right">{formatCount(active)}</td>
            <td className={`py-2.5 pl-3 text-right ${failed > 0 ? "font-semibold text-danger" : ""}`}>
              {formatCount(failed)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HealthSkeleton() {
  return (
    <div role="status" className="mt-6 grid gap-8">
      <span className="sr-only">Carregando a saúde do site…</span>
      {["people", "prompts", "likes"].map((name) => (
        <Skeleton key={name} className="h-32 w-full" />
      ))}
    </div>
  );
}
