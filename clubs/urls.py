"""The addresses of the front page, accounts, and a club's players and settings."""

from django.contrib.auth import views as auth
from django.urls import include, path, reverse_lazy

from . import views

app_name = "clubs"

club_patterns = [
    path("members/", views.members, name="members"),
    path("members/add/", views.add_member, name="add_member"),
    path("members/paste/", views.paste_members, name="paste_members"),
    path("members/import/", views.import_members, name="import_members"),
    path("members/import/confirm/", views.confirm_import, name="confirm_import"),
    path("members/<int:player_id>/", views.edit_member, name="edit_member"),
    path("members/<int:player_id>/off/", views.activate_member, {"active": False}, name="deactivate_member"),
    path("members/<int:player_id>/on/", views.activate_member, {"active": True}, name="reactivate_member"),
    path("settings/", views.settings, name="settings"),
    path("settings/invite/", views.invite, name="invite"),
    path("settings/roles/<int:membership_id>/", views.set_role, name="set_role"),
    path("settings/roles/<int:membership_id>/password/", views.reset_password, name="reset_password"),
    path("settings/roles/<int:membership_id>/remove/", views.remove_role, name="remove_role"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("start/", views.start, name="start"),
    path("language/", views.language, name="language"),
    path("account/", views.account, name="account"),
    path(
        "account/password/",
        auth.PasswordChangeView.as_view(
            template_name="registration/password.html", success_url=reverse_lazy("clubs:password_done")
        ),
        name="password",
    ),
    path(
        "account/password/done/",
        auth.PasswordChangeDoneView.as_view(template_name="registration/password_done.html"),
        name="password_done",
    ),
    path("sign-in/", auth.LoginView.as_view(template_name="registration/sign_in.html"), name="sign_in"),
    path("sign-out/", auth.LogoutView.as_view(), name="sign_out"),
    path("c/<slug:club_slug>/", include(club_patterns)),
]
