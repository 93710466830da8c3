// Um pedido com erro e a explicação que vem na resposta
const answer = await fetch(
  "https://prompteca.example/api/v1/prompts?limit=muitos",
  { headers: { accept: "application/problem+json" } },
);

if (!answer.ok) {
  const { code, detail, field } = await answer.json();
  console.log(`${code}: ${detail} (${field})`);
  const wait = answer.headers.get("retry-after");
  if (wait) console.log(`De novo em ${wait} segundos.`);
}
