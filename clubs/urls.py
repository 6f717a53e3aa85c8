"""The addresses of the front page, accounts, and a club's players and settings."""

from django.contrib.auth import views as auth
from django.urls import include, path, reverse_lazy

from .views import front, members, merges, settings

app_name = "clubs"

club_patterns = [
    path("logo/<slug:version>.png", settings.logo, name="logo"),
    path("members/", members.members, name="members"),
    path("members/add/", members.add_member, name="add_member"),
    path("members/paste/", members.paste_members, name="paste_members"),
    path("members/import/", members.import_members, name="import_members"),
    path("members/import/confirm/", members.confirm_import, name="confirm_import"),
    path("members/duplicates/", merges.duplicates, name="duplicates"),
    path("members/merge/", merges.merge, name="merge"),
    path("members/apart/", merges.apart, name="apart"),
    path("members/merges/<int:merge_id>/undo/", merges.undo, name="undo_merge"),
    path("members/<int:player_id>/", members.edit_member, name="edit_member"),
    path(
        "members/<int:player_id>/off/", members.activate_member, {"active": False}, name="deactivate_member"
    ),
    path("members/<int:player_id>/on/", members.activate_member, {"active": True}, name="reactivate_member"),
    path("settings/", settings.settings, name="settings"),
    path("settings/logo/", settings.set_logo, name="set_logo"),
    path("settings/logo/remove/", settings.remove_logo, name="remove_logo"),
    path("settings/invite/", settings.invite, name="invite"),
    path("settings/roles/<int:membership_id>/", settings.set_role, name="set_role"),
    path("settings/roles/<int:membership_id>/password/", settings.reset_password, name="reset_password"),
    path("settings/roles/<int:membership_id>/remove/", settings.remove_role, name="remove_role"),
]

urlpatterns = [
    path("", front.home, name="home"),
    path("start/", front.start, name="start"),
    path("language/", front.language, name="language"),
    path("account/", front.account, name="account"),
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
