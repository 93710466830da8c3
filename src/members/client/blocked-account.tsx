/** The content of `/blocked-account`: export and deletion of a blocked account, by its password. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type ComponentType, useState } from "react";
import { useForm } from "react-hook-form";
import { AccountPage } from "#accounts/client/account-page.tsx";
import { deviceHeaders } from "#accounts/client/device-secret.ts";
import { showFailure } from "#accounts/client/form-failure.ts";
import { type BlockedUserRequest, blockedUserRequest } from "#accounts/contract.ts";
import type { Footprint } from "#members/contract.ts";
import { messages } from "#members/messages.ts";
import { fetchApi } from "#platform/client/api.ts";
import { fetchFile } from "#platform/client/download.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { formBehavior } from "#ui/form-behavior.ts";
import { PasswordField } from "#ui/password-field.tsx";
import { SubmitButton } from "#ui/submit-button.tsx";
import { EmailField } from "#ui/text-field.tsx";
import { DELETION_LIMIT } from "./leaving.queries.ts";
import { FarewellForm } from "./settings/delete-account.tsx";
import { ExportData } from "./settings/export-data.tsx";

const PATH = "/api/account/blocked";

/** The credentials sent with each call, and what the account owns. */
interface Known {
  credentials: BlockedUserRequest;
  footprint: Footprint;
}

interface Props {
  /** Why the account is blocked, of a later room. */
  Notices: ComponentType<{ credentials: BlockedUserRequest }>;
}

export function BlockedAccount({ Notices }: Props) {
  const [known, setKnown] = useState<Known>();
  const [gone, setGone] = useState(false);
  if (gone) {
    return (
      <AccountPage title={messages.left} intro={<span role="status">{messages.leftText}</span>} seed="adeus">
        <ButtonLink href="/">Ir para o início</ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Conta bloqueada"
      intro="Mesmo sem poder entrar, você pode ler e contestar as decisões, baixar uma cópia dos seus dados ou excluir a conta. Para isso, informe o e-mail e a senha da conta bloqueada."
      seed="cadeado"
    >
      {known ? (
        <Rights {...known} Notices={Notices} onGone={() => setGone(true)} />
      ) : (
        <Identify onKnown={setKnown} />
      )}
    </AccountPage>
  );
}

function Identify({ onKnown }: { onKnown: (known: Known) => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(blockedUserRequest),
    ...formBehavior,
  });

  const submit = handleSubmit(async (credentials) => {
    try {
      const footprint = await fetchApi<Footprint>(`${PATH}/footprint`, {
        method: "POST",
        headers: deviceHeaders(),
        body: credentials,
      });
      onKnown({ credentials, footprint });
    } catch (error) {
      showFailure(error, "Não foi possível continuar", setError);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <EmailField
        {...register("email")}
        label="E-mail"
        autoComplete="username"
        enterKeyHint="next"
        error={formState.errors.email?.message}
      />
      <PasswordField
        {...register("password")}
        label="Senha"
        autoComplete="current-password"
        enterKeyHint="go"
        error={formState.errors.password?.message}
      />
      <FormAlert>{formState.errors.root?.message}</FormAlert>
      <SubmitButton loading={formState.isSubmitting}>Continuar</SubmitButton>
    </form>
  );
}

function Rights({ credentials, footprint, Notices, onGone }: Known & Props & { onGone: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    await fetchApi(`${PATH}/leave`, {
      method: "POST",
      headers: deviceHeaders(),
      body: credentials,
      timeout: DELETION_LIMIT,
    });
    onGone();
  };

  return (
    <div className="grid gap-8">
      <section aria-labelledby="avisos" className="grid gap-4">
        <h2 id="avisos" className="text-xl">
          Avisos da moderação
        </h2>
        <Notices credentials={credentials} />
      </section>
      <section aria-labelledby="dados" className="grid gap-4">
        <h2 id="dados" className="text-xl">
          Seus dados
        </h2>
        <ExportData
          fetchCopy={(onProgress) =>
            fetchFile(`${PATH}/export`, onProgress, { body: credentials, headers: deviceHeaders() })
          }
        />
      </section>
      <section aria-labelledby="excluir" className="grid gap-4">
        <h2 id="excluir" className="text-xl">
          Excluir conta
        </h2>
        <p className="text-muted">
          Depois de excluir, este e-mail não pode ser usado em outra conta por 6 meses. Guardamos só um código
          dele, nunca o endereço.
        </p>
        <div>
          <Button variant="danger" onClick={() => setLeaving(true)}>
            {messages.leave}
          </Button>
        </div>
      </section>
      <Dialog open={leaving} onOpenChange={setLeaving} title={messages.leaveQuestion}>
        <FarewellForm footprint={footprint} leave={leave} onCancel={() => setLeaving(false)} />
      </Dialog>
    </div>
  );
}
