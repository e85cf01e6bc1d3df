// Shows /v1/openapi.json with Swagger UI; asks no server but this one.

// What an operation, or another part of the document, refers to is put into it, as Swagger UI does. That reads the whole
// document anew each time, which takes a phone seconds; here each $ref names a component, and no component holds itself.
const resolveSubtree = async (spec, path, { baseDoc }) => {
  const at = (keys) => keys.reduce((found, key) => found?.[key], spec);
  const resolved = (value) => {
    if (Array.isArray(value)) return value.map(resolved);
    if (value === null || typeof value !== "object") return value;
    const { $ref, ...own } = value;
    const beside = Object.fromEntries(Object.entries(own).map(([key, each]) => [key, resolved(each)]));
    if ($ref === undefined) return beside;
    return { ...resolved(at($ref.slice("#/".length).split("/"))), ...beside, $$ref: baseDoc + $ref };
  };
  const found = resolved(at(path));
  if (path[0] !== "paths" || path.length !== 3) return { spec: found, errors: [] };
  const common = resolved(at(path.slice(0, 2)).parameters ?? []);
  const parameters = [...(found.parameters ?? []), ...common];
  const security = found.security ?? spec.security;
  return { spec: { ...found, ...(parameters.length && { parameters }), security }, errors: [] };
};

window.addEventListener("DOMContentLoaded", () => {
  window.shown = SwaggerUIBundle({
    url: "/v1/openapi.json",
    dom_id: "#document",
    deepLinking: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    displayOperationId: true,
    filter: true,
    validatorUrl: null,
    plugins: [{ fn: { resolveSubtree } }],
  });
});
