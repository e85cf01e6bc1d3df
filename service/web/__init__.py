"""What the API and the console share: access, the request, problems, addresses. It imports neither, but for `app`."""
