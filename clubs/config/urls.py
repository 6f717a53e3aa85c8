"""All addresses of the site."""

from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("clubs.urls")),
    path("", include("sessions.urls")),
]

handler400 = "clubs.errors.bad_request"
handler403 = "clubs.errors.permission_denied"
handler404 = "clubs.errors.page_not_found"
