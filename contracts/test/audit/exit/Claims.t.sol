// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {Proof} from "../../../src/interfaces/IRootRegistry.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

/// @notice Nothing leaves twice, by claim or by voucher, in any order of the two; and no pause, revoked
/// signer or daily limit stands between an account and its claim.
contract ExitClaimsTest is ExitFixture {
    uint256 private epoch;

    function setUp() public override {
        super.setUp();
        earn(nodeVault, drToken(), alice, 1_000e18);
        earn(nodeVault, drToken(), bob, 1_000e18);
        earn(nodeVault, usdtToken(), alice, 1_000e18);
        epoch = postFinal();
    }

    function _proof() private view returns (Proof memory) {
        return proofOf(epoch, nodeVault, drToken(), alice);
    }

    function _voucher(uint256 amount) private view returns (Withdraw memory) {
        return drVoucherOf(nodeVault, alice, amount, amount * 5 / 100);
    }

    function _tooSmall(uint256 amount) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IWithdrawalVault.AmountTooSmall.selector, amount, 1e18);
    }

    function _assertNothingLeft(address account, Proof memory proof) private {
        assertEq(nodeVault.claimable(account, address(dr), proof.earned), 0);
        for (uint256 amount = 1; amount <= 1e18; amount *= 1e9) {
            vm.prank(account);
            vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.ClaimableExceeded.selector, amount, 0));
            nodeVault.claim(address(dr), amount, proof);
        }
        vm.prank(account);
        vm.expectRevert(IWithdrawalVault.AmountZero.selector);
        nodeVault.claim(address(dr), ALL, proof);
    }

    function test_attack_claimTwice() public {
        claim(alice, nodeVault, drToken(), 1_000e18, _proof());
        _assertNothingLeft(alice, _proof());
        assertEq(dr.balanceOf(alice), 950e18);
    }

    /// @dev In parts, of which the last is all that is left; one base unit more is refused.
    function test_attack_claimInPartsBeyondAll() public {
        claim(alice, nodeVault, drToken(), 400e18, _proof());
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.ClaimableExceeded.selector, 600e18 + 1, 600e18));
        nodeVault.claim(address(dr), 600e18 + 1, _proof());
        claim(alice, nodeVault, drToken(), 600e18, _proof());
        _assertNothingLeft(alice, _proof());
    }

    function test_attack_claimOfNothing() public {
        vm.prank(alice);
        vm.expectRevert(IWithdrawalVault.AmountZero.selector);
        nodeVault.claim(address(dr), 0, _proof());
        vm.prank(thief);
        vm.expectRevert(IWithdrawalVault.AmountZero.selector);
        nodeVault.claim(address(dr), ALL, noProof());
        assertEq(nodeVault.nonces(thief), 0);
    }

    /// @dev A voucher signed before the claim, for money that the claim took: its nonce is used up.
    function test_attack_openVoucherAfterAClaim() public {
        Withdraw memory v = _voucher(100e18);
        bytes memory signature = signDr(nodeVault, v);
        claim(alice, nodeVault, drToken(), 1e18, _proof());
        assertEq(nodeVault.nonces(alice), v.nonce + 1);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        sendDr(nodeVault, v, signature);
    }

    /// @dev The vouchers of both tokens share the nonce.
    function test_attack_openVoucherOfTheOtherTokenAfterAClaim() public {
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 100e18);
        bytes memory signature = sign(usdtDigestOf(nodeVault, v));
        claim(alice, nodeVault, drToken(), 1e18, _proof());
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        sendUsdt(nodeVault, v, signature);
    }

    function test_attack_openVoucherAfterATransfer() public {
        Withdraw memory v = _voucher(100e18);
        bytes memory signature = signDr(nodeVault, v);
        transferWithin(alice, nodeVault, drToken(), bob, 1e18, _proof());
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        sendDr(nodeVault, v, signature);
    }

    /// @dev What the voucher paid is out of what the proof grants.
    function test_attack_voucherBetweenQuoteAndClaim() public {
        uint256 quoted = nodeVault.claimable(alice, address(dr), 1_000e18);
        Withdraw memory v = _voucher(400e18);
        sendDr(nodeVault, v, signDr(nodeVault, v));
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.ClaimableExceeded.selector, quoted, 600e18));
        nodeVault.claim(address(dr), quoted, _proof());
        claim(alice, nodeVault, drToken(), ALL, _proof());
        assertEq(dr.balanceOf(alice), 950e18);
        assertEq(nodeVault.paid(alice, address(dr)), 1_000e18);
    }

    /// @dev A stolen signer overpays an account: it has left with that, and its proof grants the rest alone.
    function test_attack_overpaidAccountClaimsTheDifferenceAlone() public {
        payByVoucher(nodeVault, drToken(), alice, 900e18);
        claim(alice, nodeVault, drToken(), ALL, _proof());
        assertEq(nodeVault.paid(alice, address(dr)), 1_000e18);
        payByVoucher(nodeVault, drToken(), alice, 50e18);
        _assertNothingLeft(alice, _proof());
        earn(nodeVault, drToken(), alice, 60e18);
        claim(alice, nodeVault, drToken(), ALL, proofOf(postFinal(), nodeVault, drToken(), alice));
        assertEq(nodeVault.paid(alice, address(dr)), 1_060e18);
    }

    function test_attack_oneTokenShort() public {
        vm.prank(alice);
        vm.expectRevert(_tooSmall(1e18 - 1));
        nodeVault.claim(address(dr), 1e18 - 1, _proof());
        claim(alice, nodeVault, drToken(), 1_000e18 - 7, _proof());
        vm.prank(alice);
        vm.expectRevert(_tooSmall(6));
        nodeVault.claim(address(dr), 6, _proof());
        claim(alice, nodeVault, drToken(), 7, _proof()); // all of it
        _assertNothingLeft(alice, _proof());
    }

    /// @dev Each claim that is not the last one moves a token at least: the server books no dust.
    function test_attack_dustClaims() public {
        uint256[4] memory amounts = [uint256(1), 1e9, 1e17, 1e18 - 1];
        for (uint256 i = 0; i < 4; ++i) {
            vm.prank(alice);
            vm.expectRevert(_tooSmall(amounts[i]));
            nodeVault.claim(address(dr), amounts[i], _proof());
        }
        assertEq(nodeVault.nonces(alice), 0);
    }

    /// @dev A stranger's gift of a token ahead of a claim of all: it is claimed as well.
    function test_attack_claimOfAllAfterDustCameIn() public {
        Proof memory proof = proofOf(epoch, nodeVault, drToken(), bob);
        transferWithin(bob, nodeVault, drToken(), alice, 1e18, proof);
        claim(alice, nodeVault, drToken(), ALL, _proof());
        assertEq(nodeVault.paid(alice, address(dr)), 1_001e18);
        _assertNothingLeft(alice, _proof());
    }

    function test_attack_pausedVault() public {
        vm.prank(pauser);
        nodeVault.pause();
        claim(alice, nodeVault, drToken(), 500e18, _proof());
        transferWithin(alice, nodeVault, drToken(), carol, 100e18, _proof());
        claim(carol, nodeVault, drToken(), ALL, noProof());
        assertTrue(nodeVault.paused());
    }

    function test_attack_everySignerRevoked() public {
        revokeAll(nodeVault);
        claim(alice, nodeVault, drToken(), ALL, _proof());
        claim(alice, nodeVault, usdtToken(), ALL, proofOf(epoch, nodeVault, usdtToken(), alice));
    }

    /// @dev With limits at the lowest, used up, and a claim above them all.
    function test_attack_dailyLimitsUsedUp() public {
        earn(nodeVault, drToken(), alice, 500_000e18);
        epoch = postFinal();
        vm.prank(address(timelock));
        nodeVault.setCaps(address(dr), IWithdrawalVault.Caps(100, 1_000e18, 1_000e18));
        payByVoucher(nodeVault, drToken(), alice, 1_000e18);
        (uint256 used, uint256 limit) = nodeVault.vaultDaily(address(dr));
        (uint256 accountUsed, uint256 accountLimit) = nodeVault.accountDaily(alice, address(dr));
        claim(alice, nodeVault, drToken(), 400_000e18, _proof());
        assertGt(400_000e18, limit);
        assertGt(400_000e18, accountLimit);
        (uint256 usedAfter,) = nodeVault.vaultDaily(address(dr));
        (uint256 accountUsedAfter,) = nodeVault.accountDaily(alice, address(dr));
        assertEq(usedAfter, used, "a claim leaves the vault's day alone");
        assertEq(accountUsedAfter, accountUsed, "and the account's");
    }

    /// @dev Both claims of one block count once each.
    function test_attack_bothTokensAndAllVaultsInOneBlock() public {
        claim(alice, nodeVault, drToken(), ALL, _proof());
        claim(alice, nodeVault, usdtToken(), ALL, proofOf(epoch, nodeVault, usdtToken(), alice));
        assertEq(nodeVault.nonces(alice), 2);
        assertEq(dr.balanceOf(alice), 950e18);
        assertEq(usdt.balanceOf(alice), 950e18);
    }

    /// @dev First come, first served: a vault that holds too little pays until it is empty, and what is left
    /// can be claimed in parts.
    function test_attack_vaultThatHoldsLessThanItOwes() public {
        vm.prank(address(nodeVault));
        dr.transfer(thief, 1_500e18);
        claim(bob, nodeVault, drToken(), 400e18, proofOf(epoch, nodeVault, drToken(), bob));
        vm.prank(alice);
        vm.expectRevert();
        nodeVault.claim(address(dr), ALL, _proof());
        claim(alice, nodeVault, drToken(), 100e18, _proof());
        assertEq(dr.balanceOf(address(nodeVault)), 0);
        assertEq(nodeVault.claimable(alice, address(dr), 1_000e18), 900e18);
    }
}
