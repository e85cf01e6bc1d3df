// Shows /v1/openapi.json with Swagger UI; asks no server but this one.
window.addEventListener("DOMContentLoaded", () => {
  SwaggerUIBundle({
    url: "/v1/openapi.json",
    dom_id: "#document",
    deepLinking: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    displayOperationId: true,
    filter: true,
    validatorUrl: null,
  });
});
