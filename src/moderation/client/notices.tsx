/** "Avisos": what moderation has decided about a user's prompts and account, why, and the form to contest it. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { MembersPage } from "#accounts/client/for-members.tsx";
import { showFailure } from "#accounts/client/form-failure.ts";
import type { BlockedUserRequest } from "#accounts/contract.ts";
import { ACTIONS, appealRequest, GROUNDS, type Notice, type NoticeList } from "#moderation/contract.ts";
import { nameOf, TARGETS, theNamed, undoneText } from "#moderation/messages.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { formatDateTime } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryError } from "#ui/error-state.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { TextArea } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { appeal, blockedNoticesOptions, markNoticesRead, noticesOptions } from "./notices.queries.ts";

/** Whether a prompt of the user is not on the site because of a decision; false until that is known. */
export function usePromptGone(userId: string): boolean {
  const { data } = useQuery(noticesOptions(userId));
  const takesAway = ({ action, target, overturned }: Notice) =>
    target.type === "prompt" && !overturned && (action === "hide" || action === "remove");
  return data?.notices.some(takesAway) ?? false;
}

/** `/avisos`. */
export function NoticesPage() {
  return <MembersPage title="Avisos da moderação">{({ id }) => <OwnNotices userId={id} />}</MembersPage>;
}

/** Shown notices count as read from the next visit on; "Novo" stays while they are read. */
function OwnNotices({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { queryKey } = noticesOptions(userId);
  const query = useQuery(noticesOptions(userId));
  const unread = query.data?.unread ?? 0;
  const newest = query.data?.notices[0]?.id;
  useEffect(() => {
    if (unread === 0 || newest === undefined) return;
    markNoticesRead(newest).then(
      () => client.setQueryData(queryKey, (list) => list && { ...list, unread: 0 }),
      // They stay unread.
      () => undefined,
    );
  }, [unread, newest, client, queryKey]);
  return <Notices query={query} />;
}

/** The part of `/blocked-account`. */
export function BlockedNotices({ credentials }: { credentials: BlockedUserRequest }) {
  return <Notices query={useQuery(blockedNoticesOptions(credentials))} credentials={credentials} />;
}

interface Proof {
  /** For a blocked user. */
  credentials?: BlockedUserRequest | undefined;
}

function Notices({ query, credentials }: { query: UseQueryResult<NoticeList> } & Proof) {
  const { data, error, refetch } = query;
  if (error && !data) {
    return <QueryError message="Não foi possível carregar os avisos." query={query} />;
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-4">
        <span className="sr-only">Carregando avisos…</span>
        <Skeleton className="h-40 w-full max-w-2xl" />
      </div>
    );
  }
  if (data.notices.length === 0) {
    return (
      <EmptyState
        seed="avisos"
        title="Nenhum aviso."
        description="Se a moderação decidir algo sobre o que você publicou, o motivo aparece aqui e chega por e-mail."
      />
    );
  }
  return (
    <ol className="grid max-w-2xl gap-5">
      {data.notices.map((notice) => (
        <li key={notice.id}>
          <NoticeItem notice={notice} credentials={credentials} changed={() => void refetch()} />
        </li>
      ))}
    </ol>
  );
}

/** The event as a sentence. */
function sentenceOf({ action, ground, target: { type, label }, undid, still, delete_at }: Notice): string {
  const isUser = type === "user";
  const { end } = TARGETS[type];
  const what = isUser ? "Sua conta" : theNamed(type, label);
  switch (action) {
    case "keep":
      return isUser ? "Sua conta continua como está" : `${what} foi mantid${end}`;
    case "hide":
      return `${what} foi ocultad${end}`;
    case "remove":
      return `${what} foi removid${end}`;
    case "restore":
      return `${isUser ? "Uma decisão sobre sua conta" : `${what}: uma decisão`} foi desfeita. ${undoneText(undid, type, still)}`;
    case "pause":
      return "Suas denúncias foram pausadas por 30 dias";
    case "warn":
      if (ground === "reports") return "Advertência sobre uma denúncia sua";
      return `Advertência sobre ${isUser ? "sua conta" : `${end} ${nameOf(type, label)}`}`;
    case "block":
      return delete_at ? "Sua conta foi bloqueada, e seus prompts, removidos" : "Sua conta foi bloqueada";
  }
}

interface ItemProps extends Proof {
  notice: Notice;
  changed: () => void;
}

function NoticeItem(props: ItemProps) {
  const { action, ground, reason, automatic, overturned, created_at, delete_at, read, target } = props.notice;
  const end = target.type === "user" ? "o" : TARGETS[target.type].end;
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className="rounded-tile rounded-tr-corner-lg border border-line bg-card p-4 sm:p-5"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 pr-6 text-sm text-muted">
        {!read && <Badge hue={3}>Novo</Badge>}
        <Badge>{ACTIONS[action]}</Badge>
        {overturned && <Badge hue={5}>Desfeita depois</Badge>}
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </p>
      <h2 id={id} className="mt-3 text-lg leading-snug wrap-anywhere">
        {sentenceOf(props.notice)}
      </h2>
      <dl className="mt-3 grid gap-x-5 gap-y-3 sm:grid-cols-[auto_1fr]">
        {ground !== "none" && (
          <Fact name="Regra">
            {GROUNDS[ground].sentence} <TextLink href="/terms-of-use">Ler os Termos de Uso</TextLink>
          </Fact>
        )}
        {reason && (
          <Fact name="Motivo" className="whitespace-pre-wrap wrap-anywhere">
            {reason}
          </Fact>
        )}
        <Fact name="Quem decidiu">
          {automatic ? "O site, automaticamente, até uma pessoa decidir" : "Uma pessoa da moderação"}
        </Fact>
      </dl>
      {delete_at && (
        <p className="mt-3">
          Pode ser restaurad{end} até {formatDateTime(delete_at)}; depois é apagad{end} para sempre.
        </p>
      )}
      <Contest {...props} />
    </article>
  );
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-sm text-muted max-sm:-mb-2 sm:pt-0.5">{name}</dt>
      <dd className={cx("min-w-0", className)}>{children}</dd>
    </div>
  );
}

/** The appeal: its outcome, or the form for it. */
function Contest(props: ItemProps) {
  const [writing, setWriting] = useState(false);
  const { notice } = props;
  const { appeal: made, appeal_until: until, due_at: due } = notice;
  if (!made && !until) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      {made ? (
        <>
          <h3 className="text-base">
            {made.outcome === null
              ? "Sua contestação espera resposta"
              : made.outcome === "upheld"
                ? "Sua contestação foi aceita"
                : "Sua contestação não foi aceita"}
          </h3>
          <p className="mt-1 text-sm text-muted">
            Enviada em {formatDateTime(made.created_at)}.
            {due && ` A resposta, com o motivo, chega por e-mail e aparece aqui até ${formatDateTime(due)}.`}
          </p>
          {made.answer && <p className="mt-2 whitespace-pre-wrap wrap-anywhere">{made.answer}</p>}
        </>
      ) : writing ? (
        <ContestForm {...props} onCancel={() => setWriting(false)} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <p className="text-sm text-muted">Você pode contestar até {formatDateTime(until ?? "")}.</p>
          <Button variant="secondary" size="sm" onClick={() => setWriting(true)}>
            Contestar
            <span className="sr-only">: {sentenceOf(notice)}</span>
          </Button>
        </div>
      )}
    </div>
  );
}

function ContestForm({ notice, credentials, changed, onCancel }: ItemProps & { onCancel: () => void }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(appealRequest),
    defaultValues: { text: "" },
    ...formBehavior,
  });
  useEffect(() => setFocus("text"), [setFocus]);
  const submit = handleSubmit(async ({ text }) => {
    try {
      await appeal(notice.id, text, credentials);
      toast({ title: "Contestação enviada", variant: "success" });
      changed();
    } catch (error) {
      showFailure(error, "Não foi possível enviar", setError);
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextArea
        {...register("text")}
        label="Por que você discorda da decisão?"
        hint="Até 2.000 caracteres. Cada decisão pode ser contestada uma vez; uma pessoa lê e responde com o motivo."
        rows={5}
        error={formState.errors.text?.message}
      />
      <FormAlert>{formState.errors.root?.message}</FormAlert>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={formState.isSubmitting}>
          Enviar contestação
        </Button>
      </div>
    </form>
  );
}
