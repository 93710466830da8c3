/** The schemas of answers that have a name in the OpenAPI document: a generated client has one type for each. */
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { collectionItem, collectionSummary, collectionView } from "#collections/contract.ts";
import { imageView } from "#media/contract.ts";
import { promptList, promptView, tagView } from "#prompts/contract.ts";
import { promptHistory, promptVersion } from "#prompts/versions.ts";
import { resultsView } from "#results/contract.ts";

const schemaRegistry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  Collection: collectionView,
  CollectionEntry: collectionItem,
  CollectionSummary: collectionSummary,
  Image: imageView,
  Prompt: promptView,
  PromptHistory: promptHistory,
  PromptList: promptList,
  PromptVersion: promptVersion,
  Results: resultsView,
  Tag: tagView,
})) {
  schemaRegistry.add(schema, { id });
}

export const transformRoute = createJsonSchemaTransform({ schemaRegistry });

const withComponents = createJsonSchemaTransformObject({ schemaRegistry });

/** Adds the named schemas of answers alone: fastify-type-provider-zod lists all of them a second time, for requests. */
export const transformDocument: typeof withComponents = (input) => {
  const document = withComponents(input) as { components: { schemas: Record<string, object> } };
  for (const name of Object.keys(document.components.schemas))
    if (name.endsWith("Input")) delete document.components.schemas[name];
  return document;
};
