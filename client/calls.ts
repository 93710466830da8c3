/**
 * The API's calls. Written from its OpenAPI document by oazapfts: npm run db:types
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "/"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {};
export type ApiError = {
    /** Em português, para mostrar à pessoa */
    message: string;
    /** Estável, para programas */
    code: string;
    /** O campo recusado, quando há um */
    field?: string;
    /** Todos os campos recusados, quando há mais de um */
    errors?: {
        field: string;
        message: string;
    }[];
};
export type Results = {
    answered_count: number;
    worked_count: number;
    last_worked_at: string | null;
    version: number;
    models: {
        model: string;
        worked: number;
        partly: number;
        failed: number;
    }[];
    notes: {
        data: {
            id: number;
            model: string;
            outcome: "worked" | "partly" | "failed";
            note: string;
            user: {
                username: string;
            };
            user_id: string;
            answered_at: string;
        }[];
        next: number | null;
    };
    mine?: {
        model: string;
        outcome: "worked" | "partly" | "failed";
        note: string | null;
        answered_at: string;
        counts_from: string | null;
        removed: boolean;
    }[];
};
export type Image = {
    url: string;
    srcset: string;
    width: number;
    height: number;
    animated: boolean;
    color: string;
    alt: string | null;
};
export type Prompt = {
    id: number;
    title: string;
    content: string;
    description: string | null;
    thumbnail_url: string;
    image: Image;
    llm_type_id: number;
    llm_type: {
        id: number;
        name: string;
    };
    tags: string[];
    allow_remixes: boolean;
    user: {
        username: string;
    };
    user_id: string;
    views: number;
    likes_count: number;
    answered_count: number;
    worked_count: number;
    last_worked_at: string | null;
    is_liked: boolean;
    is_favorited: boolean;
    has_answered?: true;
    created_at: string;
    edited_at: string | null;
    version: number;
    in_review?: true;
    remixed_from?: {
        direct: {
            id: number;
            title: string;
            user: {
                username: string;
            };
            user_id: string;
            created_at: string;
        } | null;
        root: {
            id: number;
            title: string;
            user: {
                username: string;
            };
            user_id: string;
            created_at: string;
        } | null;
        gone: boolean;
        note: string | null;
    } | null;
    has_remixes?: boolean;
};
export type Tag = {
    name: string;
    slug: string;
    prompts_count: number;
};
export type PromptList = {
    data: Prompt[];
    pagination: {
        page: number;
        limit: number;
        pages: number;
        total: number;
        more: boolean;
        next?: string;
    };
    tag?: Tag | null;
    corrected?: string;
    similar?: string[];
};
export type PromptHistory = {
    prompt_id: number;
    user: {
        username: string;
    };
    user_id: string;
    versions: {
        "number": number;
        is_current: boolean;
        title: string;
        note: string | null;
        created_at: string;
        changed: ("title" | "content" | "description" | "llm_type" | "image")[];
    }[];
};
export type PromptVersion = {
    prompt_id: number;
    user: {
        username: string;
    };
    user_id: string;
    "number": number;
    is_current: boolean;
    title: string;
    note: string | null;
    created_at: string;
    content: string;
    description: string | null;
    llm_type: {
        id: number;
        name: string;
    };
    newest: number;
    image: Image | null;
};
export type CollectionEntry = {
    prompt: {
        id: number;
        title: string;
        content: string;
        description: string | null;
        thumbnail_url: string;
        image: Image;
        llm_type_id: number;
        llm_type: {
            id: number;
            name: string;
        };
        tags: string[];
        allow_remixes: boolean;
        user: {
            username: string;
        };
        user_id: string;
        views: number;
        likes_count: number;
        answered_count: number;
        worked_count: number;
        last_worked_at: string | null;
        has_answered?: true;
        created_at: string;
        edited_at: string | null;
        version: number;
        remixed_from?: {
            direct: {
                id: number;
                title: string;
                user: {
                    username: string;
                };
                user_id: string;
                created_at: string;
            } | null;
            root: {
                id: number;
                title: string;
                user: {
                    username: string;
                };
                user_id: string;
                created_at: string;
            } | null;
            gone: boolean;
            note: string | null;
        } | null;
        has_remixes?: boolean;
    };
    note: string | null;
    added_at: string;
    is_cut?: true;
};
export type Collection = {
    id: number;
    path: string;
    title: string;
    description: string | null;
    is_public: boolean;
    items_count: number;
    version: number;
    user: {
        username: string;
    };
    user_id: string;
    created_at: string;
    updated_at: string;
    withdrawn_reason?: string;
    items: CollectionEntry[];
    unavailable?: number;
};
export type CollectionSummary = {
    id: number;
    path: string;
    title: string;
    description: string | null;
    is_public: boolean;
    items_count: number;
    version: number;
    user: {
        username: string;
    };
    user_id: string;
    created_at: string;
    updated_at: string;
    withdrawn_reason?: string;
};
/**
 * Curte, descurte ou alterna
 */
export function likePrompt({ id, body }: {
    id: string;
    body: {
        liked?: boolean;
    } | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            isLiked: boolean;
            likesCount: number;
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/like`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Remove a curtida
 */
export function unlikePrompt({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            likes_count: number;
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/like`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Favorita, desfavorita ou alterna
 */
export function favoritePrompt({ id, body }: {
    id: string;
    body: {
        favorited?: boolean;
    } | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            isFavorited: boolean;
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/favorite`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Remove dos favoritos
 */
export function unfavoritePrompt({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            isFavorited: boolean;
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/favorite`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Para quem o prompt funcionou, por modelo, com as observações
 */
export function listResults({ before, id }: {
    before?: number;
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Results;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/results${QS.query(QS.explode({
        before
    }))}`, {
        ...opts
    });
}
/**
 * Diz se o prompt funcionou em um modelo, ou muda a resposta
 */
export function saveResult({ id, body }: {
    id: string;
    body: {
        model: string;
        outcome: "worked" | "partly" | "failed";
        note?: string | null;
        version?: number;
        last_edit?: string | null;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Results;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/result`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Remove a própria resposta para um modelo
 */
export function deleteResult({ model, id }: {
    model: string;
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Results;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/result${QS.query(QS.explode({
        model
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Lista e busca prompts
 */
export function searchPrompts({ page, limit, after, orderBy, llmTypeId, tag, works, search, spelling }: {
    page?: number;
    limit?: number;
    after?: string;
    orderBy?: "relevance" | "top" | "newest" | "views" | "works";
    llmTypeId?: "all" | number;
    tag?: string;
    works?: "today";
    search?: string;
    spelling?: "correct" | "suggest";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PromptList;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts${QS.query(QS.explode({
        page,
        limit,
        after,
        orderBy,
        llmTypeId,
        tag,
        works,
        search,
        spelling
    }))}`, {
        ...opts
    });
}
/**
 * Publica um prompt
 */
export function publishPrompt({ idempotencyKey, body }: {
    idempotencyKey?: string;
    body: {
        title: string;
        content: string;
        description?: string | null;
        llm_type_id: number;
        image_alt?: string | null;
        tags?: string[];
        allow_remixes?: boolean;
        thumbnail_url: string | Blob;
        remixed_from?: number | null;
        remix_note?: string | null;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Prompt;
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/prompts", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Prompts em alta
 */
export function listTrendingPrompts(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Prompt[];
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/prompts/top", {
        ...opts
    });
}
/**
 * Sugestões enquanto se digita uma busca
 */
export function suggestPrompts({ search }: {
    search: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: number;
            title: string;
            llm_type: {
                id: number;
                name: string;
            };
            image: Image;
        }[];
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/suggestions${QS.query(QS.explode({
        search
    }))}`, {
        ...opts
    });
}
/**
 * As ferramentas de IA, com o número que llm_type_id indica
 */
export function listLlmTypes(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: number;
            name: string;
        }[];
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/llm_types", {
        ...opts
    });
}
/**
 * Prompts relacionados a um: com as mesmas tags, depois os mais curtidos da mesma ferramenta
 */
export function listRelatedPrompts({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Prompt[];
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/related`, {
        ...opts
    });
}
/**
 * Um prompt
 */
export function getPrompt({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Prompt;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Altera um prompt próprio
 */
export function editPrompt({ id, body }: {
    id: string;
    body: {
        title?: string;
        content?: string;
        description?: string | null;
        llm_type_id?: number;
        image_alt?: string | null;
        tags?: string[];
        allow_remixes?: boolean;
        thumbnail_url?: string | Blob;
        change_note?: string | null;
        remix_note?: string | null;
        version?: number;
        last_edit?: string | null;
        own_version?: boolean;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Prompt;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Exclui um prompt próprio
 */
export function deletePrompt({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * As adaptações de um prompt
 */
export function listRemixes({ page, limit, after, orderBy, id }: {
    page?: number;
    limit?: number;
    after?: string;
    orderBy?: "top" | "newest";
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PromptList;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/remixes${QS.query(QS.explode({
        page,
        limit,
        after,
        orderBy
    }))}`, {
        ...opts
    });
}
/**
 * Os próprios prompts que esperam a análise da moderação
 */
export function listPromptsInReview(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Prompt[];
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/prompts/in-review", {
        ...opts
    });
}
/**
 * Conta uma visualização
 */
export function countView({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/view`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Prompts de uma pessoa
 */
export function listPromptsByUser({ page, limit, after, id }: {
    page?: number;
    limit?: number;
    after?: string;
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PromptList;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/users/${encodeURIComponent(id)}/prompts${QS.query(QS.explode({
        page,
        limit,
        after
    }))}`, {
        ...opts
    });
}
/**
 * Favoritos de uma pessoa, só para ela; id pode ser me, quem chama
 */
export function listFavorites({ page, limit, after, id }: {
    page?: number;
    limit?: number;
    after?: string;
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PromptList;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/users/${encodeURIComponent(id)}/favorites${QS.query(QS.explode({
        page,
        limit,
        after
    }))}`, {
        ...opts
    });
}
/**
 * Tags que existem
 */
export function listTags({ search }: {
    search?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Tag[];
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/tags${QS.query(QS.explode({
        search
    }))}`, {
        ...opts
    });
}
/**
 * Todas as tags, com quantos prompts e imagens de cada uma
 */
export function listAllTags({ page, limit, after, search }: {
    page?: number;
    limit?: number;
    after?: string;
    search?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            data: {
                name: string;
                slug: string;
                prompts_count: number;
                images: Image[];
            }[];
            pagination: {
                page: number;
                limit: number;
                pages: number;
                total: number;
                more: boolean;
                next?: string;
            };
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/tags/all${QS.query(QS.explode({
        page,
        limit,
        after,
        search
    }))}`, {
        ...opts
    });
}
/**
 * Prompts parecidos com um que ainda não foi publicado
 */
export function findSimilarPrompts({ body }: {
    body: {
        content?: string;
        image_hash?: string;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: number;
            title: string;
            user: {
                username: string;
            };
            same: "text" | "image";
        }[];
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/prompts/similar", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Os próprios prompts excluídos há pouco, que ainda podem voltar
 */
export function listDeletedPrompts(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: number;
            title: string;
            undo_until: string;
        }[];
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/prompts/deleted", {
        ...opts
    });
}
/**
 * Desfaz a exclusão de um prompt próprio
 */
export function restorePrompt({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Prompt;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/restore`, {
        ...opts,
        method: "POST"
    });
}
/**
 * As versões de um prompt
 */
export function listVersions({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PromptHistory;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/versions`, {
        ...opts
    });
}
/**
 * Uma versão de um prompt
 */
export function getVersion({ id, $number }: {
    id: string;
    $number: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PromptVersion;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/versions/${encodeURIComponent($number)}`, {
        ...opts
    });
}
/**
 * Exclui para sempre uma versão anterior de um prompt próprio
 */
export function deleteVersion({ id, $number }: {
    id: string;
    $number: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/versions/${encodeURIComponent($number)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * O que mudou de uma versão para outra
 */
export function compareVersions({ $with, id, $number }: {
    $with?: number;
    id: string;
    $number: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            "from": PromptVersion;
            to: PromptVersion;
            title: {
                stretches: {
                    text: string;
                    change?: "added" | "removed";
                }[];
                whole: boolean;
            };
            content: {
                stretches: {
                    text: string;
                    change?: "added" | "removed";
                }[];
                whole: boolean;
            };
            description: {
                stretches: {
                    text: string;
                    change?: "added" | "removed";
                }[];
                whole: boolean;
            };
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/versions/${encodeURIComponent($number)}/diff${QS.query(QS.explode({
        "with": $with
    }))}`, {
        ...opts
    });
}
/**
 * Restaura uma versão de um prompt próprio, como versão nova
 */
export function restoreVersion({ id, $number }: {
    id: string;
    $number: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Prompt;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/versions/${encodeURIComponent($number)}/restore`, {
        ...opts,
        method: "POST"
    });
}
/**
 * As próprias coleções, as alteradas por último primeiro
 */
export function listOwnCollections({ prompt }: {
    prompt?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: number;
            path: string;
            title: string;
            description: string | null;
            is_public: boolean;
            items_count: number;
            version: number;
            user: {
                username: string;
            };
            user_id: string;
            created_at: string;
            updated_at: string;
            withdrawn_reason?: string;
            contains?: boolean;
        }[];
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/collections${QS.query(QS.explode({
        prompt
    }))}`, {
        ...opts
    });
}
/**
 * Cria uma coleção, privada se is_public não disser outra coisa
 */
export function createCollection({ body }: {
    body: {
        title: string;
        description?: string | null;
        is_public?: boolean;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Collection;
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/collections", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Uma coleção com os seus prompts, em ordem
 */
export function getCollection({ texts, id }: {
    texts?: "limited";
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Collection;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/collections/${encodeURIComponent(id)}${QS.query(QS.explode({
        texts
    }))}`, {
        ...opts
    });
}
/**
 * Altera título, descrição ou visibilidade de uma coleção própria
 */
export function editCollection({ id, body }: {
    id: string;
    body: {
        title?: string;
        description?: string | null;
        is_public?: boolean;
        version?: number;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Collection;
    } | {
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/collections/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Exclui uma coleção própria; os prompts ficam
 */
export function deleteCollection({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/collections/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Salva um prompt em uma coleção própria, ou muda a anotação ou a posição dele
 */
export function saveToCollection({ id, promptId, body }: {
    id: string;
    promptId: string;
    body: {
        note?: string | null;
        position?: number;
    } | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            position: number;
            note: string | null;
            items_count: number;
        };
    } | {
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/collections/${encodeURIComponent(id)}/items/${encodeURIComponent(promptId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Remove um prompt de uma coleção própria
 */
export function removeFromCollection({ id, promptId }: {
    id: string;
    promptId: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/collections/${encodeURIComponent(id)}/items/${encodeURIComponent(promptId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * As coleções públicas de uma pessoa
 */
export function listCollectionsByUser({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: CollectionSummary[];
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/users/${encodeURIComponent(id)}/collections`, {
        ...opts
    });
}
/**
 * As coleções públicas, com as imagens dos primeiros prompts
 */
export function listPublicCollections({ page, limit, after, orderBy, search }: {
    page?: number;
    limit?: number;
    after?: string;
    orderBy?: "followed" | "newest";
    search?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            data: {
                id: number;
                path: string;
                title: string;
                description: string | null;
                items_count: number;
                user: {
                    username: string;
                };
                user_id: string;
                created_at: string;
                updated_at: string;
                followers_count: number;
                images: Image[];
            }[];
            pagination: {
                page: number;
                limit: number;
                pages: number;
                total: number;
                more: boolean;
                next?: string;
            };
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/collections/public${QS.query(QS.explode({
        page,
        limit,
        after,
        orderBy,
        search
    }))}`, {
        ...opts
    });
}
/**
 * Coleções públicas em que um prompt está, as mais seguidas primeiro, no máximo cinco
 */
export function listCollectionsOfPrompt({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: number;
            title: string;
            path: string;
            user: {
                username: string;
            };
        }[];
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/prompts/${encodeURIComponent(id)}/collections`, {
        ...opts
    });
}
/**
 * Segue uma pessoa
 */
export function followUser({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/follows/users/${encodeURIComponent(id)}`, {
        ...opts,
        method: "PUT"
    });
}
/**
 * Deixa de seguir uma pessoa
 */
export function unfollowUser({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/follows/users/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Segue uma coleção pública
 */
export function followCollection({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/follows/collections/${encodeURIComponent(id)}`, {
        ...opts,
        method: "PUT"
    });
}
/**
 * Deixa de seguir uma coleção
 */
export function unfollowCollection({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/follows/collections/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Segue uma tag; id é o nome dela, como em /tags
 */
export function followTag({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/follows/tags/${encodeURIComponent(id)}`, {
        ...opts,
        method: "PUT"
    });
}
/**
 * Deixa de seguir uma tag
 */
export function unfollowTag({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/follows/tags/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Quem e o que você segue
 */
export function listFollows(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            users: {
                id: string;
                username: string;
            }[];
            collections: {
                id: number;
                title: string;
                path: string;
            }[];
            tags: {
                slug: string;
                name: string;
            }[];
        };
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/follows", {
        ...opts
    });
}
/**
 * Novidades das pessoas, coleções e tags que você segue, as mais recentes primeiro
 */
export function listNews({ limit, before }: {
    limit?: number;
    before?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            data: {
                prompt: {
                    id: number;
                    title: string;
                    content: string;
                    description: string | null;
                    thumbnail_url: string;
                    image: Image;
                    llm_type_id: number;
                    llm_type: {
                        id: number;
                        name: string;
                    };
                    tags: string[];
                    allow_remixes: boolean;
                    user: {
                        username: string;
                    };
                    user_id: string;
                    views: number;
                    likes_count: number;
                    answered_count: number;
                    worked_count: number;
                    last_worked_at: string | null;
                    has_answered?: true;
                    created_at: string;
                    edited_at: string | null;
                    version: number;
                    remixed_from?: {
                        direct: {
                            id: number;
                            title: string;
                            user: {
                                username: string;
                            };
                            user_id: string;
                            created_at: string;
                        } | null;
                        root: {
                            id: number;
                            title: string;
                            user: {
                                username: string;
                            };
                            user_id: string;
                            created_at: string;
                        } | null;
                        gone: boolean;
                        note: string | null;
                    } | null;
                    has_remixes?: boolean;
                };
                collection: {
                    id: number;
                    title: string;
                    path: string;
                } | null;
                tag: {
                    slug: string;
                    name: string;
                } | null;
                remix_of: {
                    id: number;
                    title: string;
                } | null;
                note: string | null;
                at: string;
            }[];
            next: string | null;
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/news${QS.query(QS.explode({
        limit,
        before
    }))}`, {
        ...opts
    });
}
/**
 * Se você recebe as novidades por e-mail, uma vez por semana
 */
export function getNewsMail(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            weekly: boolean;
        };
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/news/mail", {
        ...opts
    });
}
/**
 * Liga ou desliga o e-mail semanal com as novidades
 */
export function setNewsMail({ body }: {
    body: {
        weekly: boolean;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
        data: unknown;
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/news/mail", oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * O que seria importado de um arquivo, e o que seria recusado e por quê
 */
export function previewImport({ body }: {
    body: {
        text?: string;
        files?: {
            name: string;
            text: string;
        }[];
        format?: "json" | "csv" | "md" | "yaml";
        llm_type_id?: number;
        "from"?: number;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            format: "json" | "csv" | "md" | "yaml";
            total: number;
            ignored: string[];
            collection: {
                title: string;
                refused: string | null;
            } | null;
            prompts: {
                place: number;
                file: string | null;
                line: number;
                title: string;
                tool: string | null;
                tags: string[];
                author: string | null;
                state: "ready" | "refused" | "own" | "repeated";
                reasons: {
                    field: string;
                    message: string;
                }[];
                alike: {
                    id: number;
                    title: string;
                    author: string;
                }[] | null;
            }[];
            allowed: number;
            allowed_why: string | null;
        };
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/imports/preview", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Importa prompts de um arquivo: todos os escolhidos, ou nenhum
 */
export function importPrompts({ idempotencyKey, body }: {
    idempotencyKey?: string;
    body: {
        text?: string;
        files?: {
            name: string;
            text: string;
        }[];
        format?: "json" | "csv" | "md" | "yaml";
        llm_type_id?: number;
        chosen: number[];
        make_collection?: boolean;
        credit_authors?: boolean;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: number;
            created_at: string;
            undo_until: string;
            prompts: {
                id: number;
                title: string;
                changed: boolean;
                in_review: boolean;
            }[];
            collection: {
                id: number;
                title: string;
                path: string;
                changed: boolean;
            } | null;
        };
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/imports", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * As próprias importações que ainda podem ser desfeitas
 */
export function listImports(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: number;
            created_at: string;
            undo_until: string;
            prompts: {
                id: number;
                title: string;
                changed: boolean;
                in_review: boolean;
            }[];
            collection: {
                id: number;
                title: string;
                path: string;
                changed: boolean;
            } | null;
        }[];
    } | {
        status: number;
        data: ApiError;
    }>("/api/v1/imports", {
        ...opts
    });
}
/**
 * Desfaz uma importação: exclui o que ela trouxe e não mudou depois
 */
export function undoImport({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            removed: number;
            kept: number;
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/imports/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * O que é público de uma pessoa
 */
export function getUser({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            username: string;
            created_at: string;
            prompts_count: number;
        };
    } | {
        status: number;
        data: ApiError;
    }>(`/api/v1/users/${encodeURIComponent(id)}`, {
        ...opts
    });
}
