// O código para mostrar um prompt na sua página
const address = new URL("https://prompteca.example/oembed");
address.search = new URLSearchParams({
  url: "https://prompteca.example/prompts/1",
  maxwidth: "480",
}).toString();

const answer = await fetch(address);
if (!answer.ok) throw new Error(await answer.text());

const { html } = await answer.json();
console.log(html);
