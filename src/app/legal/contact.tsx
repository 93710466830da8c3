/** Whom the legal pages say to write to: the addresses of the configuration, or plainly that there is none yet. */
import { useSite } from "#app/site.tsx";

/** What a mail is about; where only one address is configured it serves both. */
export type Subject = "contact" | "privacy";

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

const NONE = "Este site ainda não publicou um endereço de email para contato.";

/** A paragraph with the address. */
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

/** A paragraph on what has no button yet and is done for whoever asks by mail. @param what named as actions */
export function OnRequest({ what }: { what: string }) {
  const address = useAddress("privacy");
  return (
    <p>
      {what}: para isso ainda não há um botão no site.{" "}
      {address ? (
        <>
          A administração faz isso a pedido: escreva para <EmailLink address={address} />, de preferência do
          email da sua conta.
        </>
      ) : (
        `A administração faz isso a pedido. ${NONE}`
      )}
    </p>
  );
}
