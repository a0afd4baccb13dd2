// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../../src/WithdrawalVault.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {Proof} from "../../../src/interfaces/IRootRegistry.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

/// @notice A transfer moves a claim from one account to another, in one book, and makes none: no token moves,
/// nothing burns, and the receiver has it at once.
contract ExitTransfersTest is ExitFixture {
    uint256 private epoch;

    function setUp() public override {
        super.setUp();
        earn(deflationVault, usdtToken(), alice, 1_000e18);
        earn(nodeVault, usdtToken(), bob, 700e18);
        epoch = postFinal();
    }

    function _proof() private view returns (Proof memory) {
        return proofOf(epoch, deflationVault, usdtToken(), alice);
    }

    function _claimable(address account) private view returns (uint256) {
        return
            deflationVault.claimable(account, address(usdt), earnedNow[address(deflationVault)][address(usdt)][account]);
    }

    function _assertRefused(address to, uint256 amount, bytes memory reason) private {
        vm.prank(alice);
        vm.expectRevert(reason);
        deflationVault.transferWithin(address(usdt), to, amount, _proof());
    }

    function _invalid(address to) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IWithdrawalVault.RecipientInvalid.selector, to);
    }

    function _tooSmall(uint256 amount) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IWithdrawalVault.AmountTooSmall.selector, amount, 1e18);
    }

    function _above(uint256 amount, uint256 claimable) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IWithdrawalVault.ClaimableExceeded.selector, amount, claimable);
    }

    function test_movesTheClaimAndNothingElse() public {
        uint256 held = usdt.balanceOf(address(deflationVault));
        vm.expectEmit(address(deflationVault));
        emit IWithdrawalVault.TransferredWithin(alice, bob, address(usdt), epoch, 0, 300e18);
        transferWithin(alice, deflationVault, usdtToken(), bob, 300e18, _proof());
        assertEq(deflationVault.paid(alice, address(usdt)), 300e18);
        assertEq(deflationVault.credited(bob, address(usdt)), 300e18);
        assertEq(deflationVault.free(bob, address(usdt)), 0);
        assertEq(deflationVault.totalTransferred(address(usdt)), 300e18);
        assertEq(deflationVault.totalPaid(address(usdt)), 0);
        assertEq(deflationVault.totalDeposited(address(usdt)), 0);
        assertEq(usdt.balanceOf(address(deflationVault)), held);
        assertEq(deflationVault.nonces(alice), 1);
        assertEq(deflationVault.nonces(bob), 0);
        assertEq(_claimable(alice), 700e18);
        assertEq(_claimable(bob), 300e18);
    }

    function test_attack_toOneself() public {
        _assertRefused(alice, 100e18, _invalid(alice));
    }

    function test_attack_toZero() public {
        _assertRefused(address(0), 100e18, _invalid(address(0)));
    }

    function test_attack_toAVault() public {
        _assertRefused(address(vault), 100e18, _invalid(address(vault)));
        _assertRefused(address(deflationVault), 100e18, _invalid(address(deflationVault)));
        _assertRefused(address(nodeVault), 100e18, _invalid(address(nodeVault)));
    }

    function test_attack_oneWeiTransfers() public {
        uint256[3] memory amounts = [uint256(0), 1, 1e18 - 1];
        for (uint256 i = 0; i < 3; ++i) {
            _assertRefused(bob, amounts[i], _tooSmall(amounts[i]));
        }
        transferWithin(alice, deflationVault, usdtToken(), bob, 1e18, _proof());
    }

    /// @dev All of it is one token at least, too: what is less stays with its owner, who can claim it.
    function test_attack_allOfLessThanOneToken() public {
        claim(alice, deflationVault, usdtToken(), 1_000e18 - 5, _proof());
        _assertRefused(bob, ALL, _above(ALL, 5));
        _assertRefused(bob, 5, _tooSmall(5));
        claim(alice, deflationVault, usdtToken(), ALL, _proof());
    }

    function test_attack_moreThanIsClaimable() public {
        _assertRefused(bob, 1_000e18 + 1, _above(1_000e18 + 1, 1_000e18));
        transferWithin(alice, deflationVault, usdtToken(), bob, 1_000e18, _proof());
        _assertRefused(bob, 1e18, _above(1e18, 0));
        _assertRefused(bob, ALL, _above(ALL, 0));
    }

    /// @dev Round and round: the claims of all together stay what came in.
    function test_attack_inACircle() public {
        address[3] memory ring = [alice, bob, carol];
        Proof memory proof = _proof();
        for (uint256 i = 0; i < 30; ++i) {
            Proof memory own = i % 3 == 0 ? proof : noProof();
            transferWithin(ring[i % 3], deflationVault, usdtToken(), ring[(i + 1) % 3], 1_000e18, own);
            assertEq(_claimable(alice) + _claimable(bob) + _claimable(carol), 1_000e18);
        }
        claim(alice, deflationVault, usdtToken(), ALL, proof);
        assertEq(deflationVault.totalPaid(address(usdt)), 1_000e18);
        assertEq(deflationVault.totalTransferred(address(usdt)), 30_000e18);
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(ring[i]);
            vm.expectRevert();
            deflationVault.claim(address(usdt), ALL, ring[i] == alice ? proof : noProof());
        }
    }

    /// @dev Claimed by the stranger at once, without any root; and again under one that says what it earned.
    function test_attack_toAStrangerWhoClaimsThenRegisters() public {
        address stranger = makeAddr("stranger");
        transferWithin(alice, deflationVault, usdtToken(), stranger, 400e18, _proof());
        claim(stranger, deflationVault, usdtToken(), ALL, noProof());
        assertEq(usdt.balanceOf(stranger), 380e18);
        earn(deflationVault, usdtToken(), stranger, 50e18);
        Proof memory proof = proofOf(postFinal(), deflationVault, usdtToken(), stranger);
        claim(stranger, deflationVault, usdtToken(), ALL, proof);
        assertEq(deflationVault.paid(stranger, address(usdt)), 450e18);
        vm.prank(stranger);
        vm.expectRevert();
        deflationVault.claim(address(usdt), ALL, proof);
    }

    /// @dev The same root pays nothing twice: not to the sender, not to both.
    function test_attack_transferThenClaimBySender() public {
        transferWithin(alice, deflationVault, usdtToken(), thief, 1_000e18, _proof());
        vm.prank(alice);
        vm.expectRevert();
        deflationVault.claim(address(usdt), ALL, _proof());
        claim(thief, deflationVault, usdtToken(), ALL, noProof());
        assertEq(deflationVault.totalPaid(address(usdt)), 1_000e18);
    }

    /// @dev A transfer to an overpaid account fills its hole first.
    function test_attack_transferToAnOverpaidAccount() public {
        payByVoucher(deflationVault, usdtToken(), thief, 300e18);
        transferWithin(alice, deflationVault, usdtToken(), thief, 200e18, _proof());
        assertEq(_claimable(thief), 0);
        transferWithin(alice, deflationVault, usdtToken(), thief, 200e18, _proof());
        assertEq(_claimable(thief), 100e18);
    }

    /// @dev In one vault alone, and of one token alone.
    function test_attack_receivedInOneBookClaimedInAnother() public {
        transferWithin(alice, deflationVault, usdtToken(), thief, 500e18, _proof());
        _assertNothing(nodeVault, usdtToken());
        _assertNothing(nodeVault, drToken());
        _assertNothing(deflationVault, drToken());
    }

    function _assertNothing(WithdrawalVault from, IERC20 token) private {
        assertEq(from.claimable(thief, address(token), 0), 0);
        vm.prank(thief);
        vm.expectRevert();
        from.claim(address(token), ALL, noProof());
    }

    function test_attack_proofOfAnotherUsedForATransfer() public {
        Proof memory proof = _proof();
        vm.prank(thief);
        vm.expectRevert();
        deflationVault.transferWithin(address(usdt), bob, 100e18, proof);
    }
}
