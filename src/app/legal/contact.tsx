/** Contact addresses on the legal pages, from the configuration; says so when there are none. */
import { useSite } from "#app/site.tsx";

/** Purpose of an address; a single configured one serves both. */
type Subject = "contact" | "privacy";

function useAddress(about: Subject): string | undefined {
  const { contactEmail, privacyEmail } = useSite();
  return about === "contact" ? (contactEmail ?? privacyEmail) : (privacyEmail ?? contactEmail);
}

function EmailLink({ address }: { address: string }) {
  return (
    <a className="text-link break-words" href={`mailto:${address}`}>
      {address}
    </a>
  );
}

const NONE = "Este site ainda não publicou um endereço de e-mail para contato.";

/** A paragraph with a contact address. */
export function WriteTo({ about }: { about: Subject }) {
  const address = useAddress(about);
  if (!address) return <p>{NONE} Assim que houver um, ele aparecerá aqui.</p>;
  const words = about === "contact" ? "Escreva para" : "Para tudo o que envolve seus dados, escreva para";
  return (
    <p>
      {words} <EmailLink address={address} />.
    </p>
  );
}

/** A paragraph with who answers for the site in law, if somebody is named. */
export function Representative() {
  const { representative } = useSite();
  if (!representative) return null;
  const { name, address } = representative;
  return (
    <p>
      Quem representa o site perante a lei: {name}
      {address && `, ${address}`}.
    </p>
  );
}

/** A paragraph about actions that are done on request by mail. @param what the actions */
export function OnRequest({ what }: { what: string }) {
  const address = useAddress("privacy");
  return (
    <p>
      {what}: para isso ainda não há um botão no site.{" "}
      {address ? (
        <>
          A administração faz isso a pedido: escreva para <EmailLink address={address} />, de preferência do
          e-mail da sua conta.
        </>
      ) : (
        `A administração faz isso a pedido. ${NONE}`
      )}
    </p>
  );
}
