"""What the API and the console share: access, the request, problems, addresses. Only `app` imports either of them."""
