-- Texts from which moderators begin the reason of a decision; the admin changes them. Without a category: for all cases.
create table reason_texts (
  id bigint generated always as identity primary key,
  category text check (category in ('child', 'intimate', 'violence', 'hate', 'personal_data', 'copyright', 'spam', 'other')),
  title text not null check (length(title) between 1 and 60),
  text text not null check (length(text) between 1 and 1000)
);

insert into reason_texts (category, title, text) values
  (null, 'Não descumpre as regras', 'Lemos a denúncia e olhamos o que foi publicado. Não encontramos nada que descumpra os Termos de Uso, por isso fica no site.'),
  (null, 'A denúncia não explica', 'A denúncia não diz o que há de errado, e não encontramos nada que descumpra os Termos de Uso. Se algo nos escapou, conte mais em uma contestação.'),
  ('child', 'Sexualiza crianças ou adolescentes', 'O que foi publicado sexualiza ou explora crianças ou adolescentes. Isso não tem lugar no site.'),
  ('intimate', 'Intimidade sem consentimento', 'A imagem mostra a intimidade de uma pessoa real que não consentiu, ou parece mostrar. Por isso ela não pode ficar no site.'),
  ('violence', 'Ameaça ou incentiva a violência', 'O texto ameaça alguém ou incentiva a violência ou a automutilação. Isso os Termos de Uso não permitem.'),
  ('hate', 'Ataca pessoas', 'O que foi publicado humilha ou discrimina pessoas pelo que elas são. Criticar ideias é permitido; atacar pessoas, não.'),
  ('personal_data', 'Dados de alguém', 'Há dados pessoais de alguém, como telefone, endereço ou documento, publicados sem o consentimento dessa pessoa. Sem eles, o prompt pode voltar ao site.'),
  ('copyright', 'Obra de outra pessoa', 'O texto ou a imagem é de outra pessoa, que não autorizou a publicação. Se existe uma autorização, conte isso em uma contestação.'),
  ('spam', 'Só divulga', 'A publicação serve para divulgar um produto, um serviço ou uma página, e não ajuda ninguém a usar uma ferramenta de IA.'),
  ('spam', 'Golpe ou programa nocivo', 'A publicação leva as pessoas a um golpe ou a um programa nocivo.'),
  ('spam', 'A mesma publicação', 'A mesma publicação foi repetida muitas vezes. Uma vez basta.');
