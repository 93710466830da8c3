// Uma página por vez, até não haver "next"
let next: string | undefined =
  "https://prompteca.example/api/v1/prompts?limit=100";

while (next) {
  const answer: Response = await fetch(next);
  if (!answer.ok) throw new Error(await answer.text());
  const { data } = await answer.json();
  for (const { title } of data) console.log(title);

  const link: string = answer.headers.get("link") ?? "";
  const path: string | undefined = /<([^>]*)>; rel="next"/.exec(
    link,
  )?.[1];
  next = path && new URL(path, next).href;
}
